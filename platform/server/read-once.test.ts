import { expect, test } from 'vitest';
import type { Context } from './context.ts';
import { readOnce } from './read-once.ts';

test('each process reads once for all callers, and again after a failure', async () => {
  let reads = 0;
  let isDown = true;
  const districts = readOnce(async () => {
    reads += 1;
    if (isDown) throw new Error('down');
    return ['Toa Payoh'];
  });
  const [one, other] = [{ composed: {} } as Context, { composed: {} } as Context];
  await expect(districts(one)).rejects.toThrow('down');
  isDown = false;
  const all = await Promise.all([districts(one), districts({ ...one, ip: '1.1.1.1' }), districts(other)]);
  expect(all).toEqual([['Toa Payoh'], ['Toa Payoh'], ['Toa Payoh']]);
  expect(reads).toBe(3);
});
