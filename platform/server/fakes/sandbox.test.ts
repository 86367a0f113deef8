import { describe, expect, it } from 'vitest';
import {
  answerChallenge,
  makeCardToken,
  moveSandboxClock,
  sandboxClock,
  sandboxMessages,
} from '../../contract/sandbox-calls.ts';
import { problem, startTestApp } from '../../testing/test-app.ts';
import { testClock } from '../../testing/test-clock.ts';
import { sandboxMail } from './fake-messages.ts';
import { sandboxSms } from './fake-sms.ts';
import { loadSandboxClock } from './sandbox-clock.ts';
import { sandboxRoutes } from './sandbox-routes.ts';

const swept: string[] = [];
const clock = testClock();

const cronJobs = { holds: async () => void swept.push(clock.now().toString()) };
const app = await startTestApp({
  features: [{ name: 'sandbox', routes: sandboxRoutes({ clock, cronJobs }) }],
});

describe('the clock', () => {
  const move = (body: { advance: number } | { now: string } | { reset: true }) =>
    app.call(moveSandboxClock, { body });

  it('moves forward, to a given time, and back, and runs the cron jobs each time', async () => {
    expect((await move({ advance: 900 })).body).toEqual({ now: '2026-11-23T10:15:00+08:00', ahead: 900 });
    expect((await move({ advance: 900 })).body).toEqual({ now: '2026-11-23T10:30:00+08:00', ahead: 1800 });
    expect((await move({ now: '2026-12-25 09:00' })).body.now).toBe('2026-12-25T09:00:00+08:00');
    expect((await move({ reset: true })).body).toEqual({ now: '2026-11-23T10:00:00+08:00', ahead: 0 });
    expect(swept).toEqual([
      '2026-11-23T02:15:00Z',
      '2026-11-23T02:30:00Z',
      '2026-12-25T01:00:00Z',
      '2026-11-23T02:00:00Z',
    ]);
  });

  it('brings nearer what waits in the queue, and never puts it off again', async () => {
    await app.database.pool.query(
      "select graphile_worker.add_job('waits', run_at => now() + interval '60 seconds')",
    );
    const isDue = async () => {
      const { rows } = await app.database.pool.query(
        'select run_at <= now() as due from graphile_worker._private_jobs',
      );
      return rows;
    };
    await move({ advance: 30 });
    expect(await isDue()).toEqual([{ due: false }]);
    await move({ advance: 31 });
    expect(await isDue()).toEqual([{ due: true }]);
    await move({ reset: true });
    expect(await isDue()).toEqual([{ due: true }]);
  });

  it('keeps its offset after a restart', async () => {
    await move({ advance: 3600 });
    const restarted = testClock();
    await loadSandboxClock(app.database.db, restarted);
    expect(restarted.now().toString()).toBe('2026-11-23T03:00:00Z');
    expect((await app.call(sandboxClock, {})).body.ahead).toBe(3600);
  });
});

describe('the inbox', () => {
  it('shows the newest first, and filters by person in any format of the mobile number', async () => {
    const ends = { db: app.database.db, clock: app.clock };
    const told = { log: app.services.log, authToken: 'x', reportsTo: (id: string) => `http://x/${id}` };
    await sandboxSms({ ...ends, ...told }).send({
      id: app.services.newID(),
      to: '6591234567',
      body: '123456 is your Kemas code',
    });
    app.clock.advance({ seconds: 1 });
    const mail = { id: app.services.newID(), to: 'tan@example.com', subject: 'Booked', body: 'See you.' };
    await sandboxMail(ends).send(mail);
    await sandboxMail(ends).send(mail);
    const all = (await app.call(sandboxMessages, {})).body.items;
    expect(all.map((message) => message.channel)).toEqual(['email', 'sms']);
    expect(all[0]).toMatchObject({
      to: 'tan@example.com',
      subject: 'Booked',
      sentAt: '2026-11-23T10:00:01+08:00',
    });
    for (const to of ['9123 4567', '+65 9123 4567', '6591234567']) {
      expect((await app.call(sandboxMessages, { query: { to } })).body.items).toHaveLength(1);
    }
  });
});

describe('the card form', () => {
  const card = { number: '4242 4242 4242 4242', expiryMonth: 12, expiryYear: 2034, cvc: '123' };

  it('issues a token for a test card', async () => {
    expect((await app.call(makeCardToken, { body: card })).body.token).toMatch(/^tok_\w+$/);
  });

  it('refuses a real-looking card and an expired one, and stores nothing of them', async () => {
    const real = { ...card, number: '4539 1488 0343 6467' };
    expect(problem(await app.call(makeCardToken, { body: real })).code).toBe('not_a_test_card');
    const old = { ...card, expiryMonth: 10, expiryYear: 2026 };
    expect(problem(await app.call(makeCardToken, { body: old })).code).toBe('card_expired');
    const kept = await app.database.pool.query(`select body::text from sandbox.stripe_object`);
    expect(JSON.stringify(kept.rows)).not.toMatch(/4539148803436467|4242424242424242/);
  });

  it('rejects a challenge that is not open', async () => {
    const reply = await app.call(answerChallenge, {
      params: { paymentIntentID: 'pi_1' },
      body: { outcome: 'succeed' },
    });
    expect(problem(reply).code).toBe('no_challenge');
  });
});
