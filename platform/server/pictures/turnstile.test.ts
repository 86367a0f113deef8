import { expect, it } from 'vitest';
import { createTurnstile } from './turnstile.ts';

function works(count: number) {
  return Array.from({ length: count }, () => Promise.withResolvers<void>());
}

/** Lets all pending promises continue. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('admits two, and the next one as soon as one is done', async () => {
  const turnstile = createTurnstile(2);
  const parts = works(4);
  const entered: number[] = [];
  const all = parts.map(({ promise }, i) =>
    turnstile(async () => {
      entered.push(i);
      await promise;
    }),
  );
  await settled();
  expect(entered).toEqual([0, 1]);
  parts[1]?.resolve();
  await settled();
  expect(entered).toEqual([0, 1, 2]);
  for (const part of parts) part.resolve();
  await Promise.all(all);
  expect(entered).toEqual([0, 1, 2, 3]);
});

it('passes the slot on when the work fails', async () => {
  const turnstile = createTurnstile(1);
  const failing = turnstile(() => Promise.reject(new Error('no')));
  const next = turnstile(async () => 'done');
  await expect(failing).rejects.toThrow('no');
  await expect(next).resolves.toBe('done');
});
