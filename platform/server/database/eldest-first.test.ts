import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { EldestFirst, inItsTurn } from './eldest-first.ts';

/** Takes the only place as often as it is told, and writes down whenever it has it. */
async function work(turns: EldestFirst, name: string, times: number, log: string[]): Promise<void> {
  for (let nth = 0; nth < times; nth += 1) {
    await turns.enter();
    log.push(name);
    await setTimeout(1);
    turns.leave();
    await Promise.resolve();
  }
}

it('serves what began first to its end, and so on', async () => {
  const turns = new EldestFirst(1);
  const log: string[] = [];
  const names = ['first', 'second', 'third'];
  await Promise.all(names.map((name) => inItsTurn(() => work(turns, name, 3, log))));
  const [, ...inLine] = log; // somebody comes first when nobody waits
  expect(inLine.filter((name) => name === 'first')).toHaveLength(2);
  expect(inLine.lastIndexOf('first')).toBeLessThan(inLine.lastIndexOf('second'));
  expect(inLine.lastIndexOf('second')).toBeLessThan(inLine.indexOf('third'));
});

it('serves who asks at the same time for the same work in the order in which it asks', async () => {
  const turns = new EldestFirst(1);
  const log: number[] = [];
  await turns.enter();
  const asked = inItsTurn(() => Promise.all([1, 2, 3].map((nth) => turns.enter().then(() => log.push(nth)))));
  for (let nth = 0; nth < 3; nth += 1) {
    turns.leave();
    await setTimeout(1);
  }
  await asked;
  expect(log).toEqual([1, 2, 3]);
});

it('serves work that nobody has announced as if it began when it asks', async () => {
  const turns = new EldestFirst(1);
  const log: string[] = [];
  await turns.enter();
  const asked = [
    turns.enter().then(() => log.push('unannounced')),
    inItsTurn(() => turns.enter().then(() => log.push('later'))),
  ];
  turns.leave();
  await setTimeout(1);
  turns.leave();
  await Promise.all(asked);
  expect(log).toEqual(['unannounced', 'later']);
});

it('sends away who has waited for too long, and keeps no place for them', async () => {
  const turns = new EldestFirst(1, 20);
  await turns.enter();
  await expect(turns.enter()).rejects.toThrow('timeout exceeded when trying to connect');
  turns.leave();
  await turns.enter();
  const next = turns.enter();
  turns.leave();
  await expect(next).resolves.toBeUndefined();
});

it('never gives out more places than there are', async () => {
  const turns = new EldestFirst(3);
  let taken = 0;
  let most = 0;
  const one = async () => {
    await turns.enter();
    taken += 1;
    most = Math.max(most, taken);
    await setTimeout(1);
    taken -= 1;
    turns.leave();
  };
  await Promise.all(Array.from({ length: 50 }, () => inItsTurn(one)));
  expect(most).toBe(3);
});
