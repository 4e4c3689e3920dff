/** The table's keys: those of the buttons, and the few that every game shares. */

import { verb } from './actions';
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
function enter(table: Table, shift: boolean): boolean {
  const shown = document.querySelector<HTMLButtonElement>(
    'section[aria-label=Orders] button.main[data-main]:not(:disabled)',
  );
  const main = table.choice.target ?? table.groups.buttons.find((a) => a.main);
  const losses = document.querySelector<HTMLButtonElement>(
    'section[aria-label=Orders] .act button.main:not(:disabled)',
  );
  if (table.choice.target) table.choice.commit(table.choice.target);
  else if (losses ?? shown) (losses ?? shown)!.click();
  else if (main) table.choice.press(main, shift);
  else return false;
  return true;
}

/** A digit picks a row: of a list of its own, else of the buttons that have no key. */
function digit(table: Table, key: string, shift = false): boolean {
  const i = key === '0' ? 9 : Number(key) - 1;
  if (table.pickRow) return table.pickRow(i);
  const rows = document.querySelectorAll<HTMLButtonElement>(
    'section[aria-label=Orders] :is(.attacks button.plain, .rest.rows button)',
  );
  rows[i]?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: shift }));
  return !!rows[i];
}

export function handleKey(table: Table, event: KeyboardEvent, open: (what: string) => void): void {
  if (typing(event.target) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const button = table.myMove ? table.groups.buttons.find((a) => a.key?.toUpperCase() === key) : undefined;
  if (key === 'Escape') {
    if (recap.open) leaveRecap(table);
    else escape(table);
  } else if (key === 'Enter') {
    if (onControl(event.target)) return;
    if (recap.open) leaveRecap(table);
    else if (table.telling.stepping) table.telling.next();
    else if (!table.myMove || !enter(table, event.shiftKey)) return;
  } else if (button && !recap.open) table.choice.press(button, event.shiftKey);
  else if (OPENS[key]) open(OPENS[key]);
  else if (key === 'U') open('undo');
  else if (!table.myMove) return;
  else if (/^[0-9]$/.test(key)) {
    if (!digit(table, key)) return;
  } else if (event.shiftKey && /^Digit[0-9]$/.test(event.code)) {
    if (!digit(table, event.code.slice(-1), true)) return;
  } else if (key === 'N') table.choice.nextUnit(event.shiftKey ? -1 : 1);
  else if (key === 'A') table.choice.wholeStack();
  else return;
  event.preventDefault();
}

/** What is open is closed; else what was taken up is put down again, where the game has a button for that. */
function escape(table: Table): void {
  const card = document.querySelector('[data-popover]') !== null;
  const back = table.myMove ? table.groups.buttons.find((a) => verb(a.do) === 'back') : undefined;
  if (!table.choice.back() && !card && back) table.choice.press(back, false);
}

function leaveRecap(table: Table): void {
  if (table.replay) table.leaveReplay();
  recap.hide();
}
