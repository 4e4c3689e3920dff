import { beforeEach, describe, expect, it } from 'vitest';
import { recap } from '../src/lib/recap.svelte';
import type { Board, LogLine, Piece, View } from '../src/lib/view';

const board: Board = {
  title: 'Test',
  width: 400,
  height: 100,
  hex: 50,
  places: Object.fromEntries(
    ['A', 'B', 'C', 'D', 'Z'].map((id, i) => [id, { x: i * 50, y: 0, name: id, neighbours: [] }]),
  ),
};
board.places.Z = { x: 2000, y: 0, name: 'Z' };
board.places.Y = { x: 2050, y: 0, name: 'Y' };

const piece = (id: number, at: string, side: 'axis' | 'allied', steps = 2): Piece => ({
  id,
  at,
  side,
  steps,
  name: `Unit ${id}`,
});
function view(pieces: Piece[], more: Partial<View> = {}): View {
  return {
    format: 1,
    game: 'test',
    scenario: 's',
    viewer: 'allied',
    side: 'axis',
    turn: { now: 1 },
    phase: { now: 'm', steps: [{ id: 'm', label: 'Movement' }] },
    prompt: { title: '', text: '', rules: [] },
    sides: { axis: { label: 'Axis' }, allied: { label: 'Allies' } },
    places: {},
    pieces,
    dice: [],
    actions: [],
    outcome: null,
    ...more,
  };
}

describe('what the other side did', () => {
  beforeEach(() => recap.clear());

  it('tells a move along the way it took, and sums up the rear', () => {
    const before = view([piece(1, 'A', 'axis'), piece(2, 'D', 'allied'), piece(3, 'Z', 'axis')]);
    const after = view([piece(1, 'C', 'axis'), piece(2, 'D', 'allied'), piece(3, 'Z', 'axis')]);
    recap.hear({ before, after, path: ['A', 'B', 'C'], lines: [], at: 4, own: false }, board, 'allied');
    expect(recap.rows).toHaveLength(1);
    expect(recap.marks('allied').trails?.[0]?.path).toEqual(['A', 'B', 'C']);
    expect(recap.title).toBe('One move near you');
    expect(recap.worth).toBe(false);
  });

  it('tells hidden blocks by where some are missing, and those that go one way as one row', () => {
    const blocks = (...at: string[]): View =>
      view([
        ...at.map((place, i) => ({ id: 1000 + i, at: place, side: 'axis', hidden: true }) as Piece),
        piece(1, 'D', 'allied'),
      ]);
    const steps = [blocks('A', 'A', 'B'), blocks('A', 'B', 'C'), blocks('B', 'C', 'C')];
    for (const [i, after] of steps.slice(1).entries())
      recap.hear({ before: steps[i]!, after, path: [], lines: [], at: i, own: false }, board, 'allied');
    expect(recap.rows.map((row) => `${row.title}: ${row.text}`)).toEqual(['Two hidden blocks: A to C']);
    expect(recap.marks('allied').trails?.map((trail) => trail.path)).toEqual([['A', 'C']]);
  });

  it('numbers a few trails, and of many only the one that is looked at', () => {
    for (let id = 1; id <= 10; id++) {
      const at = (place: string): View => view([piece(id, place, 'axis'), piece(99, 'D', 'allied')]);
      recap.hear({ before: at('A'), after: at('C'), path: [], lines: [], at: id, own: false }, board, 'allied');
      const labels = recap.marks('allied').trails!.flatMap((trail) => trail.label ?? []);
      expect(labels).toHaveLength(id > 9 ? 0 : id);
    }
    recap.hover = recap.rows[4]!.key;
    expect(recap.marks('allied').trails!.flatMap((trail) => trail.label ?? [])).toEqual(['5']);
  });

  it('makes one move of a stack that goes on hex by hex', () => {
    const at = (place: string): View => view([piece(1, place, 'axis'), piece(2, 'D', 'allied')]);
    for (const [from, to] of [
      ['A', 'B'],
      ['B', 'C'],
    ] as const)
      recap.hear({ before: at(from), after: at(to), path: [], lines: [], at: 4, own: false }, board, 'allied');
    expect(recap.rows).toHaveLength(1);
    expect(recap.rows[0]!.text).toBe('A to C');
    expect(recap.marks('allied').trails?.[0]?.path).toEqual(['A', 'B', 'C']);
  });

  it('lists the rear where nothing happened near', () => {
    const before = view([piece(1, 'Z', 'axis'), piece(2, 'A', 'allied')]);
    const after = view([piece(1, 'Y', 'axis'), piece(2, 'A', 'allied')]);
    recap.hear({ before, after, path: [], lines: [], at: 4, own: false }, board, 'allied');
    expect(recap.rows.map((row) => row.text)).toEqual(['Z to Y']);
  });

  it('makes one row of a battle that takes several states, with the losses of both sides', () => {
    const battle = {
      title: 'At D',
      rule: '7',
      places: ['D'],
      attacker: { side: 'axis' as const, pieces: [1], places: ['C'], note: '' },
      defender: { side: 'allied' as const, pieces: [2], places: ['D'], note: '' },
      steps: [],
      step: 0,
    };
    const start = view([piece(1, 'C', 'axis'), piece(2, 'D', 'allied')], { battle });
    const hit = view([piece(1, 'C', 'axis'), piece(2, 'D', 'allied', 1)], { battle });
    const back = view([piece(1, 'C', 'axis', 1), piece(2, 'D', 'allied', 1)], { battle });
    const line = (n: number, text: string): LogLine => ({ n, turn: 1, rule: '7', side: null, text, places: ['D'] });
    const dice = [{ ...line(1, 'Dice.'), dice: [{ label: 'Axis', side: 'axis' as const, faces: [6], hits: [true] }] }];
    recap.hear({ before: start, after: hit, path: [], lines: dice, at: 5, own: false }, board, 'allied');
    recap.hear(
      { before: hit, after: back, path: [], lines: [line(2, 'Unit 1 is reduced.')], at: 6, own: true },
      board,
      'allied',
    );
    expect(recap.rows).toHaveLength(1);
    expect(recap.rows[0]?.lost).toEqual({ allied: 1, axis: 1 });
    expect(recap.rows[0]?.text).toBe('Unit 2, Unit 1 reduced.');
    expect(recap.marks('allied').badges?.[0]?.text).toBe('1 : 1');
    expect(recap.worth).toBe(true);
  });

  it('does not take my own attack for a doing of theirs', () => {
    const battle = {
      title: 'At D, round 3',
      rule: '7',
      places: ['D'],
      attacker: { side: 'allied' as const, pieces: [2], places: ['C'], note: '' },
      defender: { side: 'axis' as const, pieces: [1], places: ['D'], note: '' },
      steps: [],
      step: 0,
    };
    const start = view([piece(1, 'D', 'axis'), piece(2, 'C', 'allied')], { battle });
    const hit = view([piece(1, 'D', 'axis'), piece(2, 'C', 'allied', 1)], { battle });
    const roll = (side: 'axis' | 'allied', said?: string): LogLine['dice'] => [
      { label: side, side, faces: [6, 2], hits: [true, false], said },
    ];
    const lines = [roll('allied'), roll('axis'), roll('axis', '1 success')].map((dice, n): LogLine => ({
      n,
      turn: 1,
      rule: '7',
      side: null,
      text: 'Dice.',
      places: ['D'],
      dice,
    }));
    recap.hear({ before: start, after: hit, path: [], lines, at: 5, own: false }, board, 'allied');
    expect(recap.worth).toBe(false);
    expect(recap.rows[0]?.title).toBe('Your attack: At D');
    expect(recap.rows[0]?.text).toBe('2 dice against 2 in 3 rounds. Unit 2 reduced.');
  });

  it('takes a check on the march for a move, not for an attack', () => {
    const before = view([piece(1, 'A', 'axis'), piece(2, 'D', 'allied')]);
    const after = view([piece(1, 'C', 'axis'), piece(2, 'D', 'allied')]);
    const dice = [{ label: 'Axis', side: 'axis' as const, faces: [4] }];
    const check: LogLine = { n: 1, turn: 1, rule: '19', side: 'axis', text: 'Keeps order.', places: ['B'], dice };
    recap.hear({ before, after, path: ['A', 'B', 'C'], lines: [check], at: 4, own: false }, board, 'allied');
    expect(recap.title).toBe('One move near you');
    expect(recap.battles).toHaveLength(0);
  });
});
