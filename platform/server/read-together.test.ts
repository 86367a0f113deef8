import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Services } from './context.ts';
import { readTogether } from './read-together.ts';

/** A table, and what was asked of it. */
function table(...known: readonly string[]) {
  const asked: (readonly string[])[] = [];
  const find = readTogether(async (_services, ids) => {
    asked.push(ids);
    await wait(5);
    if (ids.includes('broken')) throw new Error('no database');
    return ids.filter((id) => known.includes(id)).map((id) => ({ id }));
  });
  return { asked, find };
}

const services = { db: {} } as Services;

test('who asks at once is answered by one statement, each with their own row', async () => {
  const { asked, find } = table('a', 'b');
  const rows = await Promise.all(['a', 'b', 'a', 'nobody'].map((id) => find(services, id)));
  expect(rows).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'a' }, undefined]);
  expect(asked).toEqual([['a', 'b', 'nobody']]);
});

test('who asks while others are being answered is told how it is now', async () => {
  const { asked, find } = table('a');
  const first = find(services, 'a');
  await wait(2);
  await Promise.all([first, find(services, 'a')]);
  expect(asked).toEqual([['a'], ['a']]);
});

test('a transaction asks for itself', async () => {
  const { asked, find } = table('a');
  await Promise.all([find(services, 'a'), find({ db: {} } as Services, 'a')]);
  expect(asked).toEqual([['a'], ['a']]);
});

test('many are asked for in several statements', async () => {
  const { asked, find } = table();
  await Promise.all(Array.from({ length: 20 }, (_, i) => find(services, String(i))));
  expect(asked.map((ids) => ids.length)).toEqual([16, 4]);
});

test('a failure is told to all who asked, and to nobody after them', async () => {
  const { find } = table('a');
  const both = await Promise.allSettled([find(services, 'broken'), find(services, 'a')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await find(services, 'a')).toEqual({ id: 'a' });
});
