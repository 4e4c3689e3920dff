/** What the other side did since my last decision: events in order, for the list, the trails on the map and the playback. */

import type { MarkSet } from '../table/marks.svelte';
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
  /** The lines of the log that tell it. */
  lines: LogLine[];
  /** A battle in which dice fell; one that was only declared is told as a move. */
  rolled: boolean;
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

const steps = (piece: Piece): number => piece.steps ?? (piece.reduced ? 1 : 2);

/** How many of a list, in words a person would use. */
function count(n: number, one: string, many: string): string {
  const WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];
  return `${WORDS[n] ?? n} ${n === 1 ? one : many}`;
}

function names(pieces: Piece[]): string {
  const first = pieces.slice(0, 2).map((p) => (p.hidden ? 'a hidden block' : (p.name ?? p.formation ?? 'a unit')));
  const more = pieces.length - first.length;
  return more > 0 ? `${first[0]} and ${pieces.length - 1} more` : first.join(' and ');
}

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
    const groups = new Map<string, { from: string; to: string; side: Side; pieces: Piece[] }>();
    const lost = { allied: 0, axis: 0 };
    const gone = { allied: 0, axis: 0 };
    for (const piece of shown.after.pieces) {
      const old = was.get(piece.id);
      if (!old) continue;
      const off = !(piece.at in board.places);
      if (old.at !== piece.at && old.at in board.places && !off) {
        const key = `${old.at}>${piece.at}>${piece.side}`;
        const group = groups.get(key) ?? { from: old.at, to: piece.at, side: piece.side, pieces: [] };
        group.pieces.push(piece);
        groups.set(key, group);
      }
      if (old.at in board.places && off && (shown.after.battle ?? shown.before.battle) !== undefined) {
        lost[piece.side] += steps(old);
        gone[piece.side]++;
      } else if (!piece.hidden && !old.hidden && steps(piece) < steps(old))
        lost[piece.side] += steps(old) - steps(piece);
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
    const base = {
      rolled: rolled.length > 0,
      phase,
      lost,
      gone,
      at: shown.at,
      lines: shown.lines,
      units: [] as number[],
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
        this.events = [
          ...this.events.slice(0, -1),
          {
            ...last,
            lost: sum(last.lost, lost),
            gone: sum(last.gone, gone),
            paths: [...last.paths, ...paths],
            at: shown.at,
            lines,
            rolled: last.rolled || rolled.length > 0,
            text: told(lines, last.places),
          },
        ];
        return;
      }
      const title = (battle?.title ?? placeTitle(board, fought[0]!)).replace(/, round \d+$/, '');
      this.add({ ...base, kind: 'battle', title, text: told(shown.lines, fought), places: fought, paths, near: true });
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
        title: names(group.pieces),
        text: `${from} to ${to}`,
        places: [group.to],
        paths: [paths[i]!],
        near,
        units: group.pieces.map((p) => p.id),
      };
      if (!this.goesOn(move, board)) this.add(move);
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
    if (!last || !walked || last.kind !== 'move' || last.units.join() !== move.units.join()) return false;
    if (walked.at(-1) !== next[0]) return false;
    const path = [...walked, ...next.slice(1)];
    const text = `${placeTitle(board, path[0]!)} to ${placeTitle(board, path.at(-1)!)}`;
    const paths = [{ ...last.paths[0]!, path }];
    const lines = [...last.lines, ...move.lines];
    const whole = { ...last, text, paths, lines, places: move.places, near: last.near || move.near, at: move.at };
    this.events = [...this.events.slice(0, -1), whole];
    return true;
  }

  private add(event: Omit<Told, 'key'>): void {
    this.events = [...this.events, { ...event, key: this.keys++ }];
  }

  moves = $derived(
    this.events.filter((e) => e.kind === 'move' || (e.kind === 'battle' && !e.rolled && e.paths.length > 0)),
  );
  battles = $derived(this.events.filter((e) => e.kind === 'battle' && e.rolled));
  /** Rows with a number of their own: battles and the moves that matter; where none does, all of them. */
  rows = $derived.by(() => {
    const near = this.events.filter((e) => this.battles.includes(e) || (this.moves.includes(e) && e.near));
    return near.length ? near : this.moves;
  });
  /** Enough happened to tell it before the player goes on. */
  worth = $derived(this.battles.length > 0 || this.moves.length >= FEW_MOVES);

  title = $derived.by(() => {
    const near = this.moves.filter((e) => e.near).length;
    const moved = near ? count(near, 'move near you', 'moves near you') : count(this.moves.length, 'move', 'moves');
    const fights = count(this.battles.length, 'attack', 'attacks').toLowerCase();
    if (!this.moves.length) return count(this.battles.length, 'attack', 'attacks');
    return this.battles.length ? `${moved}, ${fights}` : moved;
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
          label: !e.rolled && i >= 0 && k === 0 ? String(i + 1) : undefined,
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
