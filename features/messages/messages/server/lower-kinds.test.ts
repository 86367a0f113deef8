import { beforeEach, describe, expect, test } from 'vitest';
import { startBookingApp } from '#features/booking/booking/server/testing/booking-app.ts';
import { addCustomer } from '#features/booking/booking/server/testing/world.ts';
import { sendCredit } from '#features/money/credits/contract.ts';
import { giveHours } from '#features/money/credits/server/testing/credit-world.ts';
import { signInCustomer } from '#features/people/customers/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';

let office: As;
let mei: As;
let meiID: string;

const app = await startBookingApp({ env: { PUBLIC_URL: 'https://kemas.example' } });

beforeEach(async () => {
  app.clock.set('2026-11-23T10:00:00+08:00');
  meiID = (await addCustomer(app.context())).id;
  mei = await signedIn(app, 'customer', meiID);
  office = await signedIn(app, 'admin');
});

const useChinese = () => app.call(calls.chooseMessageLanguage, { body: { language: 'zh' } }, mei);
const mobileOf = async () => (await person()).mobile;
const person = () =>
  app.services.db
    .selectFrom('customer')
    .select(['mobile', 'email'])
    .where('id', '=', meiID)
    .executeTakeFirstOrThrow();
const newest = async (kind: string) => {
  const { items } = (await app.call(calls.listMessages, { query: {} }, office)).body;
  const found = items.find((message) => message.kind === kind);
  if (found === undefined) throw new Error('Message not found in the log.');
  return found;
};
const CODE = { kind: 'code', channel: 'sms', language: 'en' } as const;

describe('a sign-in code', () => {
  const ask = async () => {
    await app.call(signInCustomer, { body: { mobile: await mobileOf() } });
    await app.runOutbox('all');
    return app.sent.sms.at(-1)?.body;
  };

  test('is in the language of the number’s owner, and starts as phones expect it', async () => {
    expect(await ask()).toMatch(
      /^\d{6} is your Kemas code\. Expires in 5 min\. Never share it\.\n@[\w.-]* #\d{6}$/,
    );
    app.clock.advance({ minutes: 10 });
    await useChinese();
    expect(await ask()).toMatch(
      /^\d{6} is your Kemas code\. 验证码5分钟内有效。请勿告诉任何人。\n@[\w.-]* #\d{6}$/,
    );
  });

  test('uses the office’s template, and is logged without its text', async () => {
    const body = '{code} is your {brand} code. {business} never asks for it. {minutes} minutes.';
    const saved = await app.call(
      calls.updateText,
      { params: CODE, body: { subject: '', body, version: 0 } },
      office,
    );
    expect(saved.status).toBe(200);
    expect(await ask()).toMatch(/^\d{6} is your Kemas code\. Kemas never asks for it\. 5 minutes\.$/);
    expect(await newest('code')).toMatchObject({ title: 'Code to sign in', body: '', canResend: false });
    const kept = await app.services.db
      .selectFrom('message')
      .select('data')
      .where('kind', '=', 'code')
      .execute();
    expect(kept.every(({ data }) => data === null)).toBe(true);
    await app.call(calls.resetText, { params: CODE, body: { version: 1 } }, office);
  });

  test('must keep its prescribed first words', async () => {
    const body = 'Your code: {code}, {minutes} min.';
    const refused = await app.call(
      calls.updateText,
      { params: CODE, body: { subject: '', body, version: 0 } },
      office,
    );
    expect(problem(refused).errors).toEqual([
      { path: 'body', message: 'Begin with "{code} is your {brand} code": phones look for these words.' },
    ]);
  });
});

describe('a gift e-mail', () => {
  const give = async (to: string) => {
    await giveHours(app.context(), meiID, { hours: 4 });
    const body = { amount: 2, email: to, message: 'Enjoy' };
    expect((await app.call(sendCredit, { body }, mei)).status).toBe(200);
    await app.runOutbox('all');
    return app.sent.mail.at(-1);
  };

  test('is sent as HTML with the code on its own line, and logged without it', async () => {
    const mail = await give('friend@example.sg');
    expect(mail?.body).toMatch(/\n\n> Enjoy|Their message:\n> Enjoy/);
    const code = mail?.body.match(/^Code: (\S+)$/m)?.[1] ?? 'none';
    expect(mail?.html).toContain(`Code: ${code}`);
    expect(mail?.body).toContain(`/dashboard/credits/send-receive#code=${code}`);
    const message = await newest('gift-received');
    expect(message).toMatchObject({ title: 'Gift of hours', body: '', canResend: false, state: 'sent' });
    expect(JSON.stringify(message)).not.toContain(code);
  });

  test('is in Chinese for a friend who uses Kemas in Chinese', async () => {
    const friend = await addCustomer(app.context());
    const wei = await signedIn(app, 'customer', friend.id);
    await app.call(calls.chooseMessageLanguage, { body: { language: 'zh' } }, wei);
    const { email } = await app.services.db
      .selectFrom('customer')
      .select('email')
      .where('id', '=', friend.id)
      .executeTakeFirstOrThrow();
    const mail = await give(email);
    expect(mail?.subject).toMatch(/送您2小时清洁服务$/);
    expect(mail?.body).toMatch(/^Code: \S+$/m);
  });

  test('must keep the line with its code', async () => {
    const params = { kind: 'gift-received', channel: 'email', language: 'en' } as const;
    const body = '{sender} {hours} {message} {code} {until} {validity}';
    const refused = await app.call(
      calls.updateText,
      { params, body: { subject: 'A gift', body, version: 0 } },
      office,
    );
    expect(problem(refused).errors?.[0]?.message).toBe('Keep "Code: {code}" on a line of its own.');
  });
});
