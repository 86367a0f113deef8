import { beforeEach, describe, expect, it } from 'vitest';
import { startBookingApp } from '#features/booking/booking/server/testing/booking-app.ts';
import { addCleaner } from '#features/booking/booking/server/testing/world.ts';
import { chooseMessageLanguage, listMessages } from '#features/messages/messages/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';

const app = await startBookingApp({ env: { PUBLIC_URL: 'https://kemas.example' } });

let office: As;
let id: string;

beforeEach(async () => {
  app.clock.set('2026-11-23T10:00:00+08:00');
  office = await signedIn(app, 'admin');
  id = await addCleaner(app.context());
});

const invite = (as = office) => app.call(calls.inviteCleaner, { params: { id } }, as);
const toCleaner = async () => {
  const { items } = (await app.call(listMessages, { query: {} }, office)).body;
  return items.filter(({ kind, cleanerID }) => kind === 'cleaner-invited' && cleanerID === id);
};

describe('an invitation', () => {
  it('is an SMS with the address to sign in, in the log', async () => {
    expect((await invite()).body.invitedAt).toMatch(/^2026-11-23T10:00:00/);
    await app.runOutbox();
    const sms = app.sent.sms.at(-1);
    expect(sms?.body).toMatch(
      /^Hi .+, you can now see your .+ Sign in with this number: https:\/\/kemas\.example\/cleaner\/signin$/,
    );
    expect(await toCleaner()).toMatchObject([{ channel: 'sms', state: 'sent' }]);
  });

  it('is in the language of the cleaner', async () => {
    const cleaner = await signedIn(app, 'cleaner', id);
    await app.call(chooseMessageLanguage, { body: { language: 'zh' } }, cleaner);
    await invite();
    await app.runOutbox();
    expect(app.sent.sms.at(-1)?.body).toContain('请用此号码登录');
  });

  it('is sent once, although two people press at the same time, and again after five minutes', async () => {
    const replies = await Promise.all([invite(), invite(await signedIn(app, 'admin')), invite()]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await toCleaner()).toHaveLength(1);
    app.clock.advance({ minutes: 4 });
    await invite();
    expect(await toCleaner()).toHaveLength(1);
    app.clock.advance({ minutes: 1 });
    await invite();
    expect(await toCleaner()).toHaveLength(2);
  });

  it('is not sent to a cleaner in the trash, nor by those who do not manage cleaners', async () => {
    for (const role of ['dispatcher', 'accountant', 'read-only'] as const)
      expect((await invite(await signedIn(app, 'admin', undefined, role))).status).toBe(403);
    await app.call(calls.trashCleaner, { params: { id } }, office);
    expect(problem(await invite()).status).toBe(404);
    expect(await toCleaner()).toEqual([]);
  });
});
