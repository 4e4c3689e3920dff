/** What the other side did since my last decision: events in order, for the list, the trails on the map and the playback. */

import type { MarkSet } from '../table/marks.svelte';
import { cameFrom } from './changes';
import { capital } from './looks';
import type { Board, LogLine, Piece, Side, View } from './view';

export interface Told {
  key: number;
  kind: 'move' | 'battle' | 'word';
  side: Side | null;
  phase: string;
  title: string;
  text: string;
  places: string[];
  paths: { path: string[]; side: Side; retreat: boolean }[];
  /** Steps each side lost by it. */
  lost: Record<Side, number>;
  gone: Record<Side, number>;
  /** The length of play after it, for looking at it again. */
  at: number;
  /** Near enough to one's own units to matter. */
  near: boolean;
  /** The units that moved. */
  units: number[];
  /** How many of them are hidden blocks, which have no names to tell them apart. */
  hidden: number;
  /** The lines of the log that tell it. */
  lines: LogLine[];
  /** What came of a battle: dice by side, the units hurt, and how many fell back. */
  fight: Fight;
  /** A battle in which dice fell; one that was only declared is told as a move. */
  rolled: boolean;
  /** A battle that the player began himself: no doing of the other side. */
  own: boolean;
}

interface Fight {
  attacker: Side | null;
  dice: Record<Side, number>;
  hurt: Map<number, { name: string; gone: boolean }>;
  back: Set<number>;
  rounds: number;
}

export interface Shown {
  before: View;
  after: View;
  path: string[];
  lines: LogLine[];
  at: number;
  own: boolean;
}

const NEAR = 4.2;
const FEW_MOVES = 3;
/** More rows than these are not numbered on the map: so many discs say nothing. */
const FEW_NUMBERS = 9;

const steps = (piece: Piece): number => piece.steps ?? (piece.reduced ? 1 : 2);

/** How many of a list, in words a person would use. */
function count(n: number, one: string, many: string): string {
  const WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];
  return `${WORDS[n] ?? n} ${n === 1 ? one : many}`;
}

const nameOf = (p: Piece): string => (p.hidden ? 'a hidden block' : (p.name ?? p.formation ?? 'a unit'));

/** What came of a battle in a line: the dice of both sides, who was hurt, who fell back. */
function fightWords({ attacker, dice, hurt, back, rounds }: Fight): string {
  const parts: string[] = [];
  const first = attacker ?? (dice.axis >= dice.allied ? 'axis' : 'allied');
  const [a, b] = [dice[first], dice[first === 'axis' ? 'allied' : 'axis']];
  if (a && b) parts.push(`${a} ${a === 1 ? 'die' : 'dice'} against ${b}${rounds > 1 ? ` in ${rounds} rounds` : ''}`);
  const named = (gone: boolean): string => {
    const list = [...hurt.values()].filter((h) => h.gone === gone).map((h) => h.name);
    if (!list.length) return '';
    const some = list.length > 3 ? `${list.slice(0, 2).join(', ')} and ${list.length - 2} more` : list.join(', ');
    return `${some} ${gone ? 'destroyed' : 'reduced'}`;
  };
  const blows = [named(true), named(false)].filter(Boolean).join('; ');
  if (blows) parts.push(blows);
  const gone = [...hurt].filter(([, h]) => h.gone).map(([id]) => id);
  const away = [...back].filter((id) => !gone.includes(id)).length;
  if (away) parts.push(`${count(away, 'unit falls back', 'units fall back')}`);
  return blows || away ? `${parts.join('. ')}.` : '';
}

function names(pieces: Piece[]): string {
  if (pieces.every((p) => p.hidden)) return hiddenBlocks(pieces.length);
  const first = pieces.slice(0, 2).map(nameOf);
  const more = pieces.length - first.length;
  return more > 0 ? `${first[0]} and ${pieces.length - 1} more` : first.join(' and ');
}

const hiddenBlocks = (n: number): string => (n === 1 ? 'A hidden block' : count(n, '', 'hidden blocks'));

class Recap {
  events = $state.raw<Told[]>([]);
  open = $state(false);
  /** The row that is looked at. */
  chosen = $state<number | null>(null);
  hover = $state<number | null>(null);
  private keys = 0;

  clear(): void {
    this.events = [];
    this.open = false;
    this.chosen = null;
    this.hover = null;
  }

  show(): void {
    if (this.events.length) this.open = true;
  }

  hide(): void {
    this.open = false;
    this.chosen = null;
    this.hover = null;
  }

  /** A state of the table: what happened in it, added to what is told. */
  hear(shown: Shown, board: Board, mine: Side): void {
    const was = new Map(shown.before.pieces.map((p) => [p.id, p]));
    const came = cameFrom(shown.before, shown.after, shown.path);
    const groups = new Map<string, { from: string; to: string; side: Side; pieces: Piece[] }>();
    const lost = { allied: 0, axis: 0 };
    const gone = { allied: 0, axis: 0 };
    const fight: Fight = { attacker: null, dice: { allied: 0, axis: 0 }, hurt: new Map(), back: new Set(), rounds: 1 };
    for (const piece of shown.after.pieces) {
      const off = !(piece.at in board.places);
      const from = came.get(piece.id);
      if (from !== undefined && from !== piece.at && from in board.places && !off) {
        const key = `${from}>${piece.at}>${piece.side}`;
        const group = groups.get(key) ?? { from, to: piece.at, side: piece.side, pieces: [] };
        group.pieces.push(piece);
        groups.set(key, group);
      }
      const old = was.get(piece.id);
      if (!old) continue;
      if (old.at in board.places && off && (shown.after.battle ?? shown.before.battle) !== undefined) {
        lost[piece.side] += steps(old);
        gone[piece.side]++;
        fight.hurt.set(piece.id, { name: nameOf(old), gone: true });
      } else if (!piece.hidden && !old.hidden && steps(piece) < steps(old)) {
        lost[piece.side] += steps(old) - steps(piece);
        fight.hurt.set(piece.id, { name: nameOf(piece), gone: false });
      }
    }
    const phase = shown.after.phase.steps.find((s) => s.id === shown.before.phase.now)?.label ?? '';
    const battle = shown.after.battle ?? shown.before.battle ?? null;
    const cast = shown.lines.filter((line) => line.dice?.length);
    /** Outside a battle only dice about a place that cost steps tell of a fight; the others are checks, weather, supply. */
    const hurt = lost.allied + lost.axis + gone.allied + gone.axis > 0;
    const rolled = battle ? cast : cast.filter((line) => hurt && line.places?.length);
    const fought = battle?.places ?? rolled[0]?.places?.slice(0, 1) ?? [];
    const paths = [...groups.values()].map((g) => ({
      path: shown.path[0] === g.from && shown.path.at(-1) === g.to ? shown.path : [g.from, g.to],
      side: g.side,
      retreat: g.side === mine,
    }));
    fight.attacker = battle?.attacker.side ?? null;
    fight.rounds = Number(/, round (\d+)$/.exec(battle?.title ?? '')?.[1] ?? 1);
    for (const roll of rolled.flatMap((line) => line.dice ?? []))
      if (roll.side && !roll.said) fight.dice[roll.side] += roll.faces.length;
    for (const group of groups.values())
      if (fought.includes(group.from)) for (const piece of group.pieces) fight.back.add(piece.id);
    const base = {
      fight,
      rolled: rolled.length > 0,
      own: fight.attacker === mine,
      phase,
      lost,
      gone,
      at: shown.at,
      lines: shown.lines,
      units: [] as number[],
      hidden: 0,
      side: shown.before.side === 'chance' ? null : shown.before.side,
    };
    if (fought.length && (battle || rolled.length)) {
      const last = this.events.at(-1);
      if (last?.kind === 'battle' && last.places.some((place) => fought.includes(place))) {
        const sum = (a: Record<Side, number>, b: Record<Side, number>) => ({
          allied: a.allied + b.allied,
          axis: a.axis + b.axis,
        });
        const lines = [...last.lines, ...shown.lines];
        const whole: Fight = {
          attacker: last.fight.attacker ?? fight.attacker,
          dice: sum(last.fight.dice, fight.dice),
          hurt: new Map([...last.fight.hurt, ...fight.hurt]),
          back: new Set([...last.fight.back, ...fight.back]),
          rounds: Math.max(last.fight.rounds, fight.rounds),
        };
        this.events = [
          ...this.events.slice(0, -1),
          {
            ...last,
            lost: sum(last.lost, lost),
            gone: sum(last.gone, gone),
            paths: [...last.paths, ...paths],
            at: shown.at,
            lines,
            fight: whole,
            rolled: last.rolled || rolled.length > 0,
            text: fightWords(whole) || told(lines, last.places),
          },
        ];
        return;
      }
      const where = (battle?.title ?? placeTitle(board, fought[0]!)).replace(/, round \d+$/, '');
      const title = base.own ? `Your attack: ${where}` : where;
      this.add({
        ...base,
        kind: 'battle',
        title,
        text: fightWords(fight) || told(shown.lines, fought),
        places: fought,
        paths,
        near: true,
      });
      return;
    }
    if (shown.own) return;
    for (const [i, group] of [...groups.values()].entries()) {
      const from = placeTitle(board, group.from);
      const to = placeTitle(board, group.to);
      const near = paths[i]!.path.some((place) =>
        shown.after.pieces.some((p) => p.side === mine && far(board, p.at, place) < NEAR),
      );
      const move = {
        ...base,
        kind: 'move' as const,
        side: group.side,
        title: capital(names(group.pieces)),
        text: `${from} to ${to}`,
        places: [group.to],
        paths: [paths[i]!],
        near,
        units: group.pieces.map((p) => p.id),
        hidden: group.pieces.every((p) => p.hidden) ? group.pieces.length : 0,
      };
      if (!this.goesOn(move, board) && !this.follows(move)) this.add(move);
    }
    if (!groups.size && shown.lines.length) {
      const line = shown.lines.at(-1)!;
      this.add({
        ...base,
        kind: 'word',
        title: line.text,
        text: '',
        places: line.places ?? [],
        paths: [],
        near: false,
      });
    }
  }

  /** A stack that moves on hex by hex makes one move. */
  private goesOn(move: Omit<Told, 'key'>, board: Board): boolean {
    const last = this.events.at(-1);
    const [walked, next] = [last?.paths[0]?.path, move.paths[0]!.path];
    if (!last || !walked || last.kind !== 'move' || last.units.join() !== move.units.join() || move.hidden)
      return false;
    if (walked.at(-1) !== next[0]) return false;
    const path = [...walked, ...next.slice(1)];
    const text = `${placeTitle(board, path[0]!)} to ${placeTitle(board, path.at(-1)!)}`;
    const paths = [{ ...last.paths[0]!, path }];
    const lines = [...last.lines, ...move.lines];
    const whole = { ...last, text, paths, lines, places: move.places, near: last.near || move.near, at: move.at };
    this.events = [...this.events.slice(0, -1), whole];
    return true;
  }

  /** Hidden blocks that go the same way one after the other make one row. */
  private follows(move: Omit<Told, 'key'>): boolean {
    const last = this.events.at(-1);
    if (!last?.hidden || !move.hidden || last.text !== move.text || last.side !== move.side) return false;
    const hidden = last.hidden + move.hidden;
    const lines = [...last.lines, ...move.lines];
    this.events = [...this.events.slice(0, -1), { ...last, title: hiddenBlocks(hidden), hidden, lines, at: move.at }];
    return true;
  }

  private add(event: Omit<Told, 'key'>): void {
    this.events = [...this.events, { ...event, key: this.keys++ }];
  }

  moves = $derived(
    this.events.filter((e) => e.kind === 'move' || (e.kind === 'battle' && !e.rolled && e.paths.length > 0)),
  );
  battles = $derived(this.events.filter((e) => e.kind === 'battle' && e.rolled));
  /** The battles that the other side began. */
  private attacks = $derived(this.battles.filter((e) => !e.own));
  /** Rows with a number of their own: battles and the moves that matter; where none does, all of them. */
  rows = $derived.by(() => {
    const near = this.events.filter((e) => this.battles.includes(e) || (this.moves.includes(e) && e.near));
    return near.length ? near : this.moves;
  });
  /** Enough happened to tell it before the player goes on. */
  worth = $derived(this.attacks.length > 0 || this.moves.filter((e) => !e.own).length >= FEW_MOVES);

  /** Where it happened: the row that is looked at, else the fights, else the last of the moves. */
  places = $derived.by((): string[] => {
    const picked = this.rows.find((row) => row.key === this.chosen);
    if (picked) return picked.places;
    const fights = this.rows.filter((row) => row.rolled);
    return (fights.length ? fights : this.rows.slice(-6)).flatMap((row) => row.places);
  });

  title = $derived.by(() => {
    const near = this.moves.filter((e) => e.near).length;
    const moved = near ? count(near, 'move near you', 'moves near you') : count(this.moves.length, 'move', 'moves');
    const fights = count(this.attacks.length, 'attack', 'attacks');
    if (!this.moves.length) return fights;
    return this.attacks.length ? `${moved}, ${fights.toLowerCase()}` : moved;
  });

  total(what: 'lost' | 'gone', side: Side): number {
    return this.events.reduce((n, e) => n + e[what][side], 0);
  }

  /** The trails, battle hexes and results on the map, older ones fainter. */
  marks(mine: Side): MarkSet {
    const rows = this.rows;
    const other: Side = mine === 'axis' ? 'allied' : 'axis';
    const upTo = this.chosen === null ? rows.length - 1 : rows.findIndex((e) => e.key === this.chosen);
    const picked = this.hover ?? this.chosen;
    /** A place fought over twice shows the last fight, or the one that is looked at. */
    const places = new Map<string, Told>();
    for (const e of rows.slice(0, upTo + 1).filter((row) => row.rolled))
      for (const place of e.places) if (places.get(place)?.key !== picked || picked === null) places.set(place, e);
    const numbered = (e: Told): boolean => rows.length <= FEW_NUMBERS || e.key === picked;
    const fresh = (i: number): number => (rows.length < 2 ? 1 : i / (rows.length - 1));
    return {
      trails: this.events.flatMap((e) => {
        const i = rows.indexOf(e);
        if (i > upTo) return [];
        return e.paths.map((p, k) => ({
          path: p.path,
          side: p.side,
          retreat: p.retreat,
          fresh: e.key === picked ? 1 : i < 0 ? 0 : fresh(i),
          label: !e.rolled && i >= 0 && k === 0 && numbered(e) ? String(i + 1) : undefined,
        }));
      }),
      hexes: [...places].map(([place, e]) => ({
        place,
        kind: e.key === picked ? ('target' as const) : ('fought' as const),
      })),
      badges: [...new Set(places.values())].map((e) => ({
        place: e.places[0]!,
        text: `${e.lost[mine]} : ${e.lost[other]}`,
        kind: 'result' as const,
        number: String(rows.indexOf(e) + 1),
        chosen: e.key === picked,
      })),
    };
  }
}

/** The last words of the log about a battle, without the dice, which the row's result tells. */
function told(lines: LogLine[], places: string[]): string {
  const about = lines.filter((line) => line.text && line.places?.some((place) => places.includes(place)));
  const plain = about.filter((line) => !line.dice?.length && !line.sum);
  return (plain.length ? plain : about)
    .slice(-2)
    .map((line) => line.text)
    .join(' ');
}

function placeTitle(board: Board, id: string): string {
  const name = board.places[id]?.name;
  return name && name !== id ? name : id;
}

function far(board: Board, a: string, b: string): number {
  const p = board.places[a];
  const q = board.places[b];
  return p && q ? Math.hypot(p.x - q.x, p.y - q.y) / board.hex : Infinity;
}

/** One table is open at a time. */
export const recap = new Recap();
