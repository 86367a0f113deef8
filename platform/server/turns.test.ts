import { expect, it, vi } from 'vitest';
import { startTestApp } from '../testing/test-app.ts';
import { takeTurn } from './turns.ts';

const app = await startTestApp({ features: [] });

const per = Temporal.Duration.from({ minutes: 1 });

it('gives those who ask at once their turns in order, in two transactions', async () => {
  const rule = { key: 'at once', most: 4, per };
  const begun = vi.spyOn(app.services.db, 'transaction');
  const turns = await Promise.all(Array.from({ length: 10 }, () => takeTurn(app.context(), rule)));
  expect(begun.mock.calls).toHaveLength(2); // of who came first, and of all who came meanwhile
  begun.mockRestore();
  const start = app.clock.now();
  const minutes = turns.map((turn) => Math.round(start.until(turn?.at ?? start).total('minutes')));
  expect(minutes).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 2, 2]);
  const waits = turns.map((turn) => turn?.waits);
  expect(waits.filter((word) => word === 'first')).toHaveLength(1);
});

it('counts nothing for one that would come too late, and goes on with the others', async () => {
  const rule = { key: 'too late', most: 1, per };
  const soon = app.clock.now().add({ seconds: 1 });
  const [first, late, patient] = await Promise.all([
    takeTurn(app.context(), rule),
    takeTurn(app.context(), rule, soon),
    takeTurn(app.context(), rule),
  ]);
  expect([first?.waits, late, patient?.waits]).toEqual(['no', null, 'first']);
});

it('tells a rule that only checks when its turn would come, and counts nothing', async () => {
  const rule = { key: 'check only', most: 1, per };
  const check = () => takeTurn(app.context(), { ...rule, checkOnly: true });
  const [first, second] = [await check(), await check()];
  expect([first?.waits, second?.waits]).toEqual(['no', 'no']);
  await takeTurn(app.context(), rule);
  expect((await check())?.waits).toBe('first');
});

it('tells everybody who waited when the database cannot be asked, and serves the next', async () => {
  const rule = { key: 'broken', most: 9, per };
  const broken = vi.spyOn(app.services.db, 'transaction').mockImplementation(() => {
    throw new Error('no connection');
  });
  const asked = [takeTurn(app.context(), rule), takeTurn(app.context(), rule)];
  const told = await Promise.allSettled(asked);
  expect(told.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  broken.mockRestore();
  expect(await takeTurn(app.context(), rule)).toMatchObject({ waits: 'no' });
});
