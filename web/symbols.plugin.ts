/** NATO symbols drawn by milsymbol while the page is built, so that the page itself need not carry the library. */

import ms from 'milsymbol';
import type { Plugin } from 'vite';

const NAME = 'virtual:symbols';
const CODES: Record<string, string> = {
  infantry: 'UCI---',
  motorised: 'UCIM--',
  mechanised: 'UCIZ--',
  armor: 'UCA---',
  recon: 'UCR---',
  'armored-car': 'UCRVA-',
  artillery: 'UCF---',
  antitank: 'UCAA--',
  flak: 'UCD---',
  engineer: 'UCE---',
  airborne: 'UCIA--',
  marine: 'UCIN--',
  cavalry: 'UCRH--',
  supply: 'USS---',
};

/** Bare marks inside a frame of 150 by 100 whose corner is at 25, 50. */
function marks(code: string): string {
  return new ms.Symbol(`SFGP${code}---`, { size: 35, fill: false, monoColor: 'currentColor' })
    .asSVG()
    .replace(/^<svg[^>]*>/, '')
    .replace(/<\/svg>$/, '')
    .replace(/^<path[^>]*><\/path>/, '')
    .replace(/ stroke-width="[^"]*"/g, '');
}

export function symbols(): Plugin {
  return {
    name: 'symbols',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined;
      const drawn = Object.fromEntries(Object.entries(CODES).map(([symbol, code]) => [symbol, marks(code)]));
      return `export default ${JSON.stringify(drawn)};`;
    },
  };
}
