import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyTicks, type Line, type Tick } from './merge-ticks.ts';

const nine = Temporal.Instant.from('2026-11-25T09:00:00+08:00');
const at = (minute: number) => nine.add({ minutes: minute });
const open: Line = { id: 'hob', markedAt: null, doneAt: null, doneBy: null };
const doneAtTen: Line = { id: 'hob', markedAt: at(10), doneAt: at(10), doneBy: 'aminah' };
const clearedAtTen: Line = { id: 'hob', markedAt: at(10), doneAt: null, doneBy: null };
const tick = (done: boolean, minute: number): Tick => ({ id: 'hob', done, at: at(minute) });

function shown(line: Line) {
  const minute = (moment: Temporal.Instant | null) =>
    moment === null ? null : moment.since(nine).total('minutes');
  return [minute(line.markedAt), minute(line.doneAt), line.doneBy];
}

describe('ticks', () => {
  test.each([
    ['an open line is ticked', open, [tick(true, 5)], [5, 5, 'siti']],
    ['a done line is cleared later', doneAtTen, [tick(false, 11)], [11, null, null]],
    ['ticked again: the first cleaner is kept', doneAtTen, [tick(true, 11)], [11, 10, 'aminah']],
    ['a cleared line is ticked later', clearedAtTen, [tick(true, 11)], [11, 11, 'siti']],
    ['at the same time, the last to arrive counts', doneAtTen, [tick(false, 10)], [10, null, null]],
    ['ticked and cleared in one request', open, [tick(true, 1), tick(false, 2)], [2, null, null]],
    ['in one request, in reverse order', open, [tick(false, 2), tick(true, 1)], [2, null, null]],
  ])('%s', (_why, line, ticks, expected) => {
    expect(applyTicks([line], ticks, 'siti').map(shown)).toEqual([expected]);
  });

  test.each([
    ['an earlier clearing that arrives late', doneAtTen, [tick(false, 9)]],
    ['an earlier tick that arrives late', clearedAtTen, [tick(true, 9)]],
    [
      'an earlier tick of a done line that arrives late: the first one received is kept',
      doneAtTen,
      [tick(true, 9)],
    ],
    ['a line of another list', { ...open, id: 'sink' }, [tick(true, 5)]],
  ])('ignores %s', (_why, line, ticks) => {
    expect(applyTicks([line], ticks, 'siti')).toEqual([]);
  });

  test('in any order of arrival, the latest tick determines whether a line is done', () => {
    const presses = fc.uniqueArray(
      fc.record({ minute: fc.integer({ min: 0, max: 60 }), done: fc.boolean() }),
      {
        selector: (press) => press.minute,
        minLength: 1,
        maxLength: 8,
      },
    );
    const shuffled = presses.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([all, arrived]) => {
        let line = open;
        for (const { minute, done } of arrived) {
          line = applyTicks([line], [tick(done, minute)], 'siti')[0] ?? line;
        }
        const latest = all.reduce((one, other) => (one.minute > other.minute ? one : other));
        expect(line.doneAt !== null).toBe(latest.done);
      }),
    );
  });
});
