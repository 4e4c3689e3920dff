/** Loads a drawn map so that the page's colours reach it and its ids stay its own. */

import { api } from './api';

export interface DrawnMap {
  sheet: CSSStyleSheet;
  svg: SVGSVGElement;
}

const maps = new Map<string, Promise<DrawnMap>>();

/** A content policy without inline styles would drop the map's style element, so its rules are adopted as a sheet. */
function parse(text: string): DrawnMap {
  let rules = '';
  const bare = text.replace(/<style[^>]*>([\s\S]*?)<\/style>/g, (_, css: string) => {
    rules += css.replace(/^\s*<!\[CDATA\[|\]\]>\s*$/g, '');
    return '';
  });
  const svg = new DOMParser().parseFromString(bare, 'image/svg+xml').documentElement as unknown as SVGSVGElement;
  svg.querySelectorAll('script').forEach((script) => script.remove());
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  return { sheet, svg };
}

export function loadMap(game: string, scenario: string): Promise<DrawnMap> {
  const key = `${game}/${scenario}`;
  let held = maps.get(key);
  if (!held) {
    held = api.map(game, scenario).then(parse);
    held.catch(() => maps.delete(key));
    maps.set(key, held);
  }
  return held;
}

/** Puts a copy of the map, or of some of its groups, into a shadow root of the host. */
export function mount(
  host: HTMLElement,
  map: DrawnMap,
  keep: (group: Element) => boolean,
  { box, over = false }: { box?: number[]; over?: boolean } = {},
): SVGSVGElement {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const fit = new CSSStyleSheet();
  fit.replaceSync(
    ':host{display:block} svg{display:block;width:100%;height:100%} svg.over{background:none} .gone{display:none} .unseen{visibility:hidden}',
  );
  root.adoptedStyleSheets = [map.sheet, fit];
  const svg = document.importNode(map.svg, false);
  for (const child of map.svg.children) if (keep(child)) svg.append(document.importNode(child, true));
  svg.removeAttribute('width');
  svg.removeAttribute('height');
  svg.setAttribute('aria-hidden', 'true');
  svg.removeAttribute('role');
  svg.removeAttribute('aria-label');
  svg.classList.toggle('over', over);
  if (box) {
    svg.setAttribute('viewBox', box.join(' '));
    svg.setAttribute('preserveAspectRatio', 'xMidYMid slice');
  }
  root.replaceChildren(svg);
  return svg;
}
