import { setImmediate, setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { handle } from '../http/handle.ts';
import { inOrderOfStart, OldestFirst, Place } from './oldest-first.ts';

/** Takes the only place as often as it is told, and writes down whenever it has it. */
async function work(places: OldestFirst, name: string, times: number, log: string[]): Promise<void> {
  for (let nth = 0; nth < times; nth += 1) {
    const place = await places.enter();
    log.push(name);
    await setTimeout(1);
    place.leave();
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
  const held = await places.enter();
  const one = async (nth: number) => {
    const place = await places.enter();
    log.push(nth);
    place.leave();
  };
  const asked = inOrderOfStart(() => Promise.all([1, 2, 3].map(one)));
  held.leave();
  await asked;
  expect(log).toEqual([1, 2, 3]);
});

it('serves work that nobody has announced as if it began when it asks', async () => {
  const places = new OldestFirst(1);
  const log: string[] = [];
  const held = await places.enter();
  const one = async (name: string) => {
    const place = await places.enter();
    log.push(name);
    place.leave();
  };
  const asked = [one('unannounced'), inOrderOfStart(() => one('later'))];
  held.leave();
  await Promise.all(asked);
  expect(log).toEqual(['unannounced', 'later']);
});

it('sends away who has waited for too long, and keeps no place for them', async () => {
  const places = new OldestFirst(1, 20);
  const held = await places.enter();
  await expect(places.enter()).rejects.toThrow('timeout exceeded when trying to connect');
  held.leave();
  const again = await places.enter();
  const next = places.enter();
  again.leave();
  await expect(next).resolves.toBeDefined();
});

it('never gives out more places than there are', async () => {
  const places = new OldestFirst(3);
  let taken = 0;
  let most = 0;
  const one = async () => {
    const place = await places.enter();
    taken += 1;
    most = Math.max(most, taken);
    await setTimeout(1);
    taken -= 1;
    place.leave();
  };
  await Promise.all(Array.from({ length: 50 }, () => inOrderOfStart(one)));
  expect(most).toBe(3);
});

it('gives those who share one place, four at most, and to none before those who came earlier', async () => {
  const places = new OldestFirst(1);
  const held = await places.enter();
  const line = ['read', 'read', 'write', 'read', 'read', 'read', 'read', 'read', 'write'];
  const got: Place[] = [];
  const asked = line.map(async (kind, nth) => {
    const place = await places.enter(kind === 'read');
    got[nth] = place;
    await setTimeout(1);
    place.leave();
  });
  held.leave();
  await Promise.all(asked);
  const [read1, read2, write1, read3, read4, read5, read6, read7, write2] = got;
  expect([read2, read4, read5, read6]).toEqual([read1, read3, read3, read3]);
  expect(new Set([held, read1, write1, read3, read7, write2]).size).toBe(6);
});

it('lets those who share join whoever has come at the same moment, and nobody later', async () => {
  const places = new OldestFirst(3);
  const [read1, write, read2] = await Promise.all([places.enter(true), places.enter(), places.enter(true)]);
  expect(read2).toBe(read1);
  expect(write).not.toBe(read1);
  await setImmediate();
  expect(await places.enter(true)).not.toBe(read1);
});

it('lets nobody join a place that has been left', async () => {
  const places = new OldestFirst(1);
  const left = await places.enter(true);
  left.leave();
  expect(await places.enter(true)).not.toBe(left);
});

it('passes a place on once all who share it have left it', async () => {
  const places = new OldestFirst(1);
  const held = await places.enter();
  const reads = [places.enter(true), places.enter(true)];
  let ends = 0;
  const next = places.enter();
  held.leave();
  const [first, second] = await Promise.all(reads);
  first?.leave(() => ends++);
  const soon = await Promise.race([next.then(() => 'passed on'), setTimeout(5, 'kept')]);
  expect([soon, ends]).toEqual(['kept', 0]);
  second?.leave(() => ends++);
  expect([await next, ends]).toEqual([expect.any(Place), 1]);
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
