import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { handle } from '../http/handle.ts';
import { inOrderOfStart, OldestFirst } from './oldest-first.ts';

/** Takes the only place as often as it is told, and writes down whenever it has it. */
async function work(places: OldestFirst, name: string, times: number, log: string[]): Promise<void> {
  for (let nth = 0; nth < times; nth += 1) {
    await places.enter();
    log.push(name);
    await setTimeout(1);
    places.leave();
    await Promise.resolve();
  }
}

it('serves what began first to its end, and so on', async () => {
  const places = new OldestFirst(1);
  const log: string[] = [];
  const names = ['first', 'second', 'third'];
  await Promise.all(names.map((name) => inOrderOfStart(() => work(places, name, 3, log))));
  const [, ...inLine] = log; // somebody comes first when nobody waits
  expect(inLine.filter((name) => name === 'first')).toHaveLength(2);
  expect(inLine.lastIndexOf('first')).toBeLessThan(inLine.lastIndexOf('second'));
  expect(inLine.lastIndexOf('second')).toBeLessThan(inLine.indexOf('third'));
});

it('serves who asks at the same time for the same work in the order in which it asks', async () => {
  const places = new OldestFirst(1);
  const log: number[] = [];
  await places.enter();
  const asked = inOrderOfStart(() =>
    Promise.all([1, 2, 3].map((nth) => places.enter().then(() => log.push(nth)))),
  );
  for (let nth = 0; nth < 3; nth += 1) {
    places.leave();
    await setTimeout(1);
  }
  await asked;
  expect(log).toEqual([1, 2, 3]);
});

it('serves work that nobody has announced as if it began when it asks', async () => {
  const places = new OldestFirst(1);
  const log: string[] = [];
  await places.enter();
  const asked = [
    places.enter().then(() => log.push('unannounced')),
    inOrderOfStart(() => places.enter().then(() => log.push('later'))),
  ];
  places.leave();
  await setTimeout(1);
  places.leave();
  await Promise.all(asked);
  expect(log).toEqual(['unannounced', 'later']);
});

it('sends away who has waited for too long, and keeps no place for them', async () => {
  const places = new OldestFirst(1, 20);
  await places.enter();
  await expect(places.enter()).rejects.toThrow('timeout exceeded when trying to connect');
  places.leave();
  await places.enter();
  const next = places.enter();
  places.leave();
  await expect(next).resolves.toBeUndefined();
});

it('never gives out more places than there are', async () => {
  const places = new OldestFirst(3);
  let taken = 0;
  let most = 0;
  const one = async () => {
    await places.enter();
    taken += 1;
    most = Math.max(most, taken);
    await setTimeout(1);
    taken -= 1;
    places.leave();
  };
  await Promise.all(Array.from({ length: 50 }, () => inOrderOfStart(one)));
  expect(most).toBe(3);
});

const askThrice = defineCall({
  method: 'GET',
  path: '/thrice',
  who: ['anyone'],
  summary: 'Three statements, one after the other, for this test.',
  query: z.strictObject({ name: z.string() }),
  reply: z.strictObject({}),
});

it('answers requests in the order in which they came, where connections are few', async () => {
  const log: string[] = [];
  const app = await startTestApp({
    connections: 1, // of two, one may come late on a busy machine, and the other serve them all
    features: [
      {
        name: 'thrice',
        routes: (api) =>
          handle(api, askThrice, async ({ ctx, query }) => {
            for (let nth = 0; nth < 3; nth += 1) {
              await sql`select pg_sleep(0.01)`.execute(ctx.db);
              log.push(query.name);
            }
            return {};
          }),
      },
    ],
  });
  const names = ['1', '2', '3', '4', '5', '6', '7', '8'];
  await Promise.all(names.map((name) => app.call(askThrice, { query: { name } })));
  await app.close();
  expect(log).toHaveLength(24);
  expect(log.lastIndexOf('1')).toBeLessThan(log.indexOf('5')); // in line for each statement, '8' would come first
  expect(log.lastIndexOf('4')).toBeLessThan(log.indexOf('8'));
});
