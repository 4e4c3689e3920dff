/** What this browser remembers of its player: looks, notices, and the games it sits at. */

import { flushSync } from 'svelte';
import type { Side } from './view';

export interface MyGame {
  token: string;
  table: string;
  game: string;
  title: string;
  seat: string;
  at: number;
  /** Links to hand out, kept by the one who set up the table. */
  links?: Partial<Record<Side | 'watch', string>>;
  /** Whether the player asked to be led through the opening. */
  guide?: boolean;
  /** The step of the guide it was at. */
  led?: number;
  /** What was played before this is known and need not be told. */
  decided?: number;
  /** How long each side has thought at it. */
  used?: Record<Side, number>;
}

interface Kept {
  theme: 'system' | 'light' | 'dark';
  /** What this player wants to be called by other people. */
  name: string;
  sound: boolean;
  notices: boolean;
  guided: string[];
  /** Whether the small map is shown. */
  minimap: boolean;
  games: MyGame[];
  /** The tab open beside the orders; none when folded. */
  tab: string;
  /** Whether the panel is folded to a strip. */
  folded: boolean;
  /** How fast the other side's doings are shown. */
  speed: Speed;
  /** Whether the other side's turn is told before I go on. */
  recap: boolean;
  /** Whether attacks are listed while units are still to be moved. */
  foresight: boolean;
  /** The table looked at last. */
  chart: string;
  /** Where the tables were dragged to. */
  tablesAt: { x: number; y: number } | null;
}

export type Speed = 'off' | 'slow' | 'normal' | 'fast' | 'step';

const KEY = 'sandtable';
const FRESH: Kept = {
  theme: 'system',
  name: '',
  sound: false,
  notices: false,
  guided: [],
  minimap: true,
  games: [],
  tab: 'log',
  folded: false,
  speed: 'normal',
  recap: true,
  foresight: true,
  chart: '',
  tablesAt: null,
};

function read(): Kept {
  try {
    return { ...FRESH, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
  } catch {
    return { ...FRESH };
  }
}

const darkSystem = matchMedia('(prefers-color-scheme: dark)');
const paper = matchMedia('print');

class Settings {
  kept = $state<Kept>(read());
  private system = $state(darkSystem.matches);
  /** Paper is light, whatever the screen is. */
  private paper = $state(paper.matches);
  dark = $derived(!this.paper && (this.kept.theme === 'system' ? this.system : this.kept.theme === 'dark'));

  constructor() {
    darkSystem.addEventListener('change', (e) => (this.system = e.matches));
    paper.addEventListener('change', (e) => flushSync(() => (this.paper = e.matches)));
  }

  save(): void {
    localStorage.setItem(KEY, JSON.stringify(this.kept));
  }

  set<K extends keyof Kept>(key: K, value: Kept[K]): void {
    this.kept[key] = value;
    this.save();
  }

  toggleTheme(): void {
    this.set('theme', this.dark ? 'light' : 'dark');
  }

  remember(game: MyGame): void {
    const held = this.kept.games.find((g) => g.token === game.token);
    const others = this.kept.games.filter((g) => g.token !== game.token);
    this.set(
      'games',
      [
        {
          ...game,
          links: game.links ?? held?.links,
          guide: game.guide ?? held?.guide,
          led: game.led ?? held?.led,
          decided: game.decided ?? held?.decided,
        },
        ...others,
      ].slice(0, 60),
    );
  }

  forget(token: string): void {
    this.set(
      'games',
      this.kept.games.filter((g) => g.token !== token),
    );
  }
}

export const settings = new Settings();
export const stillMotion = matchMedia('(prefers-reduced-motion: reduce)');
