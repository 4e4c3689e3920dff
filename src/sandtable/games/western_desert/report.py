def tell(box,e): return None
