/** The table's keys: those of the buttons, and the few that every game shares. */

import type { Table } from './table.svelte';

function typing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

function onControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button, a, summary, [role="slider"]') !== null;
}

export function handleKey(table: Table, event: KeyboardEvent): void {
  if (typing(event.target) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.key === 'Escape') table.choice.back();
  else if (!table.myMove) return;
  else if (event.key === 'Enter') {
    const main = table.choice.target ?? table.groups.buttons.find((a) => a.main);
    if (!main || onControl(event.target)) return;
    if (main === table.choice.target) table.choice.commit(main);
    else table.choice.choose(main);
  } else {
    const key = event.key.toUpperCase();
    const action = table.groups.buttons.find((a) => a.key?.toUpperCase() === key);
    if (action) table.choice.choose(action);
    else if (key === 'N') table.choice.nextUnit(event.shiftKey ? -1 : 1);
    else if (key === 'U') void table.undo();
    else if (key === 'A') table.choice.wholeStack();
    else return;
  }
  event.preventDefault();
}
