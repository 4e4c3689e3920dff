/** The table's keys: those of the buttons, and the few that every game shares. */

import { recap } from './recap.svelte';
import type { Table } from './table.svelte';

export function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

function onControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button, a, summary, [role="slider"]') !== null;
}

/** Keys that open something, whoever is to move. */
const OPENS: Record<string, string> = {
  '?': 'keys',
  T: 'tables',
  W: 'recap',
  L: 'log',
  C: 'chat',
  '\\': 'fold',
  ':': 'command',
  '/': 'command',
};

/** Enter presses the button that is the answer now: what was aimed at, what a card shows as its main one, the primary one. */
function enter(table: Table): boolean {
  const shown = document.querySelector<HTMLButtonElement>(
    'section[aria-label=Orders] button.main[data-main]:not(:disabled)',
  );
  const main = table.choice.target ?? table.groups.buttons.find((a) => a.main);
  const losses = document.querySelector<HTMLButtonElement>(
    'section[aria-label=Orders] .act button.main:not(:disabled)',
  );
  if (table.choice.target) table.choice.commit(table.choice.target);
  else if (losses ?? shown) (losses ?? shown)!.click();
  else if (main) table.choice.choose(main);
  else return false;
  return true;
}

/** A digit picks a row: of a list of its own, else of the buttons that have no key. */
function digit(table: Table, key: string): boolean {
  const i = key === '0' ? 9 : Number(key) - 1;
  if (table.pickRow) return table.pickRow(i);
  const rows = document.querySelectorAll<HTMLButtonElement>('section[aria-label=Orders] .rest.rows > button');
  rows[i]?.click();
  return !!rows[i];
}

export function handleKey(table: Table, event: KeyboardEvent, open: (what: string) => void): void {
  if (typing(event.target) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const button = table.myMove ? table.groups.buttons.find((a) => a.key?.toUpperCase() === key) : undefined;
  if (key === 'Escape') {
    if (recap.open) leaveRecap(table);
    else table.choice.back();
  } else if (key === 'Enter') {
    if (onControl(event.target)) return;
    if (recap.open) leaveRecap(table);
    else if (table.stepping) table.next();
    else if (!table.myMove || !enter(table)) return;
  } else if (button && !recap.open) table.choice.choose(button);
  else if (OPENS[key]) open(OPENS[key]);
  else if (key === 'U') open('undo');
  else if (!table.myMove) return;
  else if (/^[0-9]$/.test(key)) {
    if (!digit(table, key)) return;
  } else if (key === 'N') table.choice.nextUnit(event.shiftKey ? -1 : 1);
  else if (key === 'A') table.choice.wholeStack();
  else return;
  event.preventDefault();
}

function leaveRecap(table: Table): void {
  if (table.replay) table.leaveReplay();
  recap.hide();
}
