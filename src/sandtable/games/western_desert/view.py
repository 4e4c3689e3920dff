def show(pos, viewer): return {}
def show_action(pos, action): return {}
def refusal(pos, rule): return rule
def why_not(*a): return None
