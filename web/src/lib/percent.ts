/** Chances as whole percentages. */

const WHOLE = 100;
/** Sums of many chances are a hair beside the truth. */
const HAIR = 1e-6;

/** One chance; what is not certain is never called 100, nor what may happen 0. */
export function percent(chance: number): string {
  return said(Math.round(chance * WHOLE), chance);
}

function said(whole: number, chance: number): string {
  if (whole === 0 && chance > HAIR) return '<1';
  if (whole === WHOLE && chance < 1 - HAIR) return '>99';
  return String(whole);
}

/** The chances of all ways a thing can end; their figures add up to 100. */
export function percents(chances: readonly number[]): string[] {
  const parts = chances.map((chance) => Math.floor(chance * WHOLE));
  const rest = (i: number): number => chances[i]! * WHOLE - parts[i]!;
  const order = chances.map((_, i) => i).sort((a, b) => rest(b) - rest(a) || chances[b]! - chances[a]!);
  const lacking = Math.round(chances.reduce((sum, c) => sum + c, 0) * WHOLE) - parts.reduce((sum, p) => sum + p, 0);
  for (const i of order.slice(0, Math.max(0, lacking))) parts[i]!++;
  return parts.map((part, i) => said(part, chances[i]!));
}
