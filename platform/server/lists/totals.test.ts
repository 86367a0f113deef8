import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Services } from '../context.ts';
import { totalOf } from './totals.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }));
afterEach(() => vi.useRealTimers());

/** A list that takes 100 ms to count. */
function listOf(rows: number) {
  const process = {} as Services['composed'];
  const list = { rows, counts: 0, isDown: false };
  const ask = (key = 'jobs') =>
    totalOf(process, key, async () => {
      list.counts += 1;
      const { rows: now, isDown } = list;
      await new Promise((resolve) => setTimeout(resolve, 100));
      if (isDown) throw new Error('down');
      return now;
    });
  const told = async (asked: Promise<number>[]) => {
    const all = Promise.allSettled(asked);
    await vi.advanceTimersByTimeAsync(100);
    return (await all).map((one) => (one.status === 'fulfilled' ? one.value : 'failed'));
  };
  return { list, ask, told };
}

describe('the total of a list', () => {
  test('is counted for each who asks while it is short', async () => {
    const { list, ask, told } = listOf(9_999);
    expect(await told([ask(), ask()])).toEqual([9_999, 9_999]);
    list.rows = 7;
    expect(await told([ask()])).toEqual([7]);
    expect(list.counts).toBe(3);
  });

  test('of a long one is given again for twenty times as long as it took', async () => {
    const { list, ask, told } = listOf(1_000_000);
    await told([ask()]);
    list.rows = 1_000_001;
    await vi.advanceTimersByTimeAsync(1900);
    expect(await told([ask(), ask()])).toEqual([1_000_000, 1_000_000]);
    expect(await told([ask('other filters')])).toEqual([1_000_001]);
    expect(list.counts).toBe(2);
  });

  test('of a long one is given for as long again while it is counted anew, once', async () => {
    const { list, ask, told } = listOf(1_000_000);
    await told([ask()]);
    list.rows = 1_000_001;
    await vi.advanceTimersByTimeAsync(2000);
    expect(await told([ask(), ask()])).toEqual([1_000_000, 1_000_000]);
    expect(list.counts).toBe(2);
    expect(await told([ask()])).toEqual([1_000_001]);
    expect(list.counts).toBe(2);
  });

  test('of a long one that nobody asked for a while is counted, once for all who wait', async () => {
    const { list, ask, told } = listOf(1_000_000);
    await told([ask()]);
    list.rows = 1_000_001;
    await vi.advanceTimersByTimeAsync(4000);
    expect(await told([ask(), ask()])).toEqual([1_000_001, 1_000_001]);
    expect(list.counts).toBe(2);
  });

  test('is not remembered when counting fails, nor when the list has become short', async () => {
    const { list, ask, told } = listOf(1_000_000);
    await told([ask()]);
    await vi.advanceTimersByTimeAsync(2000);
    list.isDown = true;
    expect(await told([ask()])).toEqual([1_000_000]); // as it was
    expect(await told([ask()])).toEqual(['failed']);
    list.isDown = false;
    list.rows = 3;
    expect(await told([ask()])).toEqual([3]);
    list.rows = 4;
    expect(await told([ask()])).toEqual([4]);
  });
});
