import { beforeEach, describe, expect, test } from 'vitest';
import { feature as accounts } from '#features/people/accounts/server/index.ts';
import { feature as schedule } from '#features/work/schedule/server/index.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, startTestApp } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { feature } from './index.ts';

let office: As;
let mobiles = 0;

const app = await startTestApp({ features: [accounts, feature, schedule] });

beforeEach(async () => {
  app.clock.advance({ hours: 2 }); // an address may request three mobiles an hour
  office = await signedIn(app, 'admin');
});

async function hire() {
  const body = {
    firstname: 'Aminah',
    lastname: 'Rahman',
    gender: 'female' as const,
    mobile: `659${1_000_000 + ++mobiles}`,
  };
  return (await app.call(calls.createCleaner, { body }, office)).body;
}

async function codeSentTo(mobile: string): Promise<string> {
  await app.runOutbox();
  return app.sent.codeFor(mobile);
}

describe('cleaner sign-in', () => {
  test('succeeds with the code from the SMS', async () => {
    const { id, mobile } = await hire();
    const asked = await app.call(calls.signInCleaner, { body: { mobile } });
    expect(asked).toMatchObject({ status: 200, body: { expiresIn: 300 } });
    const otp = await codeSentTo(mobile);
    const reply = await app.call(calls.verifyCleaner, { body: { mobile, otp } });
    expect(reply).toMatchObject({
      status: 200,
      body: { id, type: 'cleaner', firstname: 'Aminah', fullname: 'Aminah Rahman', creditsLeft: 0 },
    });
    const own = await app.call(calls.getCleaner, { params: { id } }, { jwt: reply.body.jwt });
    expect(own.body).toMatchObject({ mobile });
  });

  test('sends no message to an unknown or trashed cleaner, with the same reply', async () => {
    const gone = await hire();
    await app.call(calls.trashCleaner, { params: { id: gone.id } }, office);
    const known = await hire();
    const ask = (mobile: string) => app.call(calls.signInCleaner, { body: { mobile } });
    const replies = [await ask(known.mobile), await ask(gone.mobile), await ask('6598765432')];
    expect(replies.map((reply) => [reply.status, reply.body])).toEqual(
      Array(3).fill([200, replies[0]?.body]),
    );
    await app.runOutbox();
    const told = app.sent.sms.map((sms) => sms.to);
    expect(told).toContain(known.mobile);
    expect(told).not.toContain(gone.mobile);
    expect(told).not.toContain('6598765432');
  });

  test('fails with a wrong code or none', async () => {
    const { mobile } = await hire();
    await app.call(calls.signInCleaner, { body: { mobile } });
    const otp = (await codeSentTo(mobile)) === '000000' ? '111111' : '000000';
    const wrong = await app.call(calls.verifyCleaner, { body: { mobile, otp } });
    expect([wrong.status, problem(wrong).code]).toEqual([401, 'otp_wrong']);
    const empty = await app.call(calls.verifyCleaner, { body: { mobile, otp: ' ' } });
    expect([empty.status, problem(empty).detail]).toEqual([422, 'Please fill up all fields!']);
  });
});

describe('changing the mobile number', () => {
  test('takes effect once its code is confirmed; other sessions end and the old number is notified', async () => {
    const cleaner = await hire();
    const cleanerID = cleaner.id;
    const self = await signedIn(app, 'cleaner', cleanerID);
    const elsewhere = await signedIn(app, 'cleaner', cleanerID);
    const mobile = '6581234567';
    expect(
      (await app.call(calls.changeMobile, { body: { cleanerID, mobile: '8123 4567' } }, self)).status,
    ).toBe(200);
    const otp = await codeSentTo(mobile);
    const reply = await app.call(calls.verifyNewMobile, { body: { cleanerID, otp } }, self);
    expect(reply).toMatchObject({ status: 200, body: { id: cleanerID, mobile } });
    const read = (as: As) => app.call(calls.getCleaner, { params: { id: cleanerID } }, as);
    expect((await read(self)).body).toMatchObject({ mobile });
    expect((await read(elsewhere)).status).toBe(401);
    await app.runOutbox();
    expect(app.sent.sms.at(-1)).toMatchObject({
      to: cleaner.mobile,
      body: expect.stringContaining('sign-in number has changed'),
    });
  });

  test('requires a code for the old number if the cleaner signed in long ago', async () => {
    const cleaner = await hire();
    const body = { cleanerID: cleaner.id, mobile: `658${3_000_000 + mobiles}` };
    const self = await signedIn(app, 'cleaner', cleaner.id);
    app.clock.advance({ hours: 2, seconds: 1 });
    const refused = await app.call(calls.changeMobile, { body }, self);
    expect(problem(refused)).toMatchObject({ status: 403, code: 'fresh_code_needed' });
    await app.call(calls.signInCleaner, { body: { mobile: cleaner.mobile } });
    const otp = await codeSentTo(cleaner.mobile);
    const wrong = otp === '000000' ? '111111' : '000000';
    const guessed = await app.call(calls.changeMobile, { body: { ...body, otp: wrong } }, self);
    expect(problem(guessed)).toMatchObject({ status: 401, code: 'otp_wrong' });
    await app.runOutbox();
    expect(app.sent.sms.map(({ to }) => to)).not.toContain(body.mobile);
    expect((await app.call(calls.changeMobile, { body: { ...body, otp } }, self)).status).toBe(200);
    expect(await codeSentTo(body.mobile)).toMatch(/^\d{6}$/);
  });

  test('does not require a code from the office', async () => {
    const { id: cleanerID } = await hire();
    app.clock.advance({ minutes: 11 });
    const body = { cleanerID, mobile: `658${4_000_000 + mobiles}` };
    expect((await app.call(calls.changeMobile, { body }, office)).status).toBe(200);
  });

  test.each([
    ['with a space', (otp: string) => `${otp.slice(0, 3)} ${otp.slice(3)}`],
    ['with a dash', (otp: string) => `${otp.slice(0, 3)}-${otp.slice(3)}`],
  ])('accepts its code typed %s', async (_how, typed) => {
    const { id: cleanerID } = await hire();
    const mobile = `658${2_000_000 + mobiles}`;
    await app.call(calls.changeMobile, { body: { cleanerID, mobile } }, office);
    const otp = typed(await codeSentTo(mobile));
    const reply = await app.call(calls.verifyNewMobile, { body: { cleanerID, otp } }, office);
    expect(reply).toMatchObject({ status: 200, body: { mobile } });
  });

  test('by the office ends every session, and the old number is notified', async () => {
    const cleaner = await hire();
    const params = { id: cleaner.id };
    const self = await signedIn(app, 'cleaner', cleaner.id);
    const read = async () => (await app.call(calls.getCleaner, { params }, self)).status;
    const told = async () => {
      await app.runOutbox();
      return app.sent.sms.filter(({ to, body }) => to === cleaner.mobile && body.includes('has changed'));
    };
    await app.call(calls.updateCleaner, { params, body: { ...cleaner, lastname: 'Osman' } }, office);
    expect([await read(), await told()]).toEqual([200, []]);
    await app.call(calls.updateCleaner, { params, body: { mobile: '83456789' } }, office);
    expect([await read(), await told()]).toEqual([401, [expect.anything()]]);
  });

  test('is refused if another cleaner has it, and with the code of another cleaner', async () => {
    const [one, two] = [await hire(), await hire()];
    const taken = await app.call(
      calls.changeMobile,
      { body: { cleanerID: one.id, mobile: two.mobile } },
      office,
    );
    expect([taken.status, problem(taken).code]).toEqual([409, 'mobile_in_use']);
    await app.call(calls.changeMobile, { body: { cleanerID: one.id, mobile: '82345678' } }, office);
    const otp = await codeSentTo('6582345678');
    const foreign = await app.call(calls.verifyNewMobile, { body: { cleanerID: two.id, otp } }, office);
    expect(foreign.status).toBe(401);
    expect((await app.call(calls.getCleaner, { params: { id: two.id } }, office)).body).toEqual(two);
  });
});
