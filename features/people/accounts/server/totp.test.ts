import { beforeEach, describe, expect, it } from 'vitest';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { keysFrom } from '#platform/server/keys.ts';
import { openSession } from '#platform/server/sessions/sessions.ts';
import { overlap } from '#platform/testing/overlap.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem, startTestApp } from '#platform/testing/test-app.ts';
import { beginTotp, confirmTotp, endTotp, readTotp, resetTotp } from '../contract/totp.ts';
import { getAdmin, listAdmins, signInAdmin as signInCall } from '../contract.ts';
import { findAdmin, lockAdmin } from './admin-record.ts';
import { feature } from './index.ts';
import { stepOfCode, takeSecondStep } from './second-step.ts';
import { signInAdmin } from './sign-in-admin.ts';
import { addAdmin, codeOf, enrol, PASSWORD, type TestAdmin } from './testing/admins.ts';

let mina: TestAdmin;
let otto: TestAdmin;
let admins = 0;

const app = await startTestApp({ features: [feature] });

beforeEach(async () => {
  app.clock.advance({ hours: 1 });
  admins += 1;
  mina = await addAdmin(app, `mina-${admins}`);
  otto = await addAdmin(app, `otto-${admins}`);
});

const signIn = (otp?: string | number, remoteAddress = '127.0.0.1', password = PASSWORD) =>
  app.request({
    method: 'POST',
    url: '/api/admins/signin',
    payload: { identity: mina.identity, password, ...(otp === undefined ? {} : { otp }) },
    remoteAddress,
  });
const outcome = (reply: Awaited<ReturnType<typeof signIn>>) =>
  reply.status === 200 ? 'in' : problem(reply).code;
const tried = async (otp?: string | number, from?: string) => outcome(await signIn(otp, from));
const mailsTo = (to: string) => app.sent.mail.filter((mail) => mail.to === to).map(({ subject }) => subject);

describe('the second factor', () => {
  it('is requested once it is on, and only after the right password', async () => {
    expect(await tried()).toBe('in');
    expect(await tried('anything')).toBe('in');
    const { secret } = await enrol(app, mina);
    expect(await tried()).toBe('otp_needed');
    expect(await tried('  ')).toBe('otp_needed');
    expect(outcome(await signIn(undefined, undefined, 'not the password'))).toBe('wrong_credentials');
    expect(outcome(await signIn(codeOf(app, secret), undefined, 'not the password'))).toBe(
      'wrong_credentials',
    );
    expect(await tried(codeOf(app, secret))).toBe('in');
  });

  it.each([
    [-60, 'totp_wrong'],
    [-30, 'in'],
    [30, 'in'],
    [60, 'totp_wrong'],
  ])('%i seconds away is answered with %s', async (away, expected) => {
    const { secret } = await enrol(app, mina);
    expect(await tried(codeOf(app, secret, away))).toBe(expected);
  });

  it('works once, and no earlier code works afterwards', async () => {
    const { secret } = await enrol(app, mina);
    const [before, now] = [codeOf(app, secret, -30), codeOf(app, secret)];
    expect(await tried(now)).toBe('in');
    expect([await tried(now), await tried(before)]).toEqual(['totp_wrong', 'totp_wrong']);
    app.clock.advance({ seconds: 30 });
    expect(await tried(now)).toBe('totp_wrong');
    expect(await tried(codeOf(app, secret))).toBe('in');
  });

  it('cannot be the code that turned it on', async () => {
    const as = await signedIn(app, 'admin', mina.id);
    const { secret } = (await app.call(beginTotp, { body: { currentPassword: PASSWORD } }, as)).body;
    const otp = codeOf(app, secret);
    expect((await app.call(confirmTotp, { body: { otp } }, as)).status).toBe(200);
    expect(await tried(otp)).toBe('totp_wrong');
  });

  it('is accepted with spaces, and as a number', async () => {
    const { secret } = await enrol(app, mina);
    const code = codeOf(app, secret);
    expect(await tried(` ${code.slice(0, 3)} ${code.slice(3)} `)).toBe('in');
    app.clock.advance({ minutes: 1 });
    expect(await tried(Number(codeOf(app, secret)))).toBe('in');
  });

  it('of another admin does not work', async () => {
    await enrol(app, mina);
    const { secret, recoveryCodes } = await enrol(app, otto);
    expect(await tried(codeOf(app, secret))).toBe('totp_wrong');
    expect(await tried(recoveryCodes[0])).toBe('totp_wrong');
  });

  it('pauses after ten wrong ones from any address, only for this admin', async () => {
    const { secret } = await enrol(app, mina);
    for (let tries = 0; tries < 10; tries += 1)
      expect(await tried('000000', `10.4.${tries}.1`)).toBe('totp_wrong');
    expect(await tried(codeOf(app, secret), '10.5.0.1')).toBe('throttled');
    const other = await app.call(signInCall, { body: { identity: otto.identity, password: PASSWORD } });
    expect(other.status).toBe(200);
    app.clock.advance({ minutes: 15 });
    expect(await tried(codeOf(app, secret), '10.5.0.1')).toBe('in');
  });

  it('is compared at most ten times in twenty-five concurrent tries', async () => {
    await enrol(app, mina);
    const tries = Array.from({ length: 25 }, (_, at) => tried('000000', `10.6.${at}.1`));
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter((each) => each === 'totp_wrong')).toHaveLength(10);
    expect(outcomes.filter((each) => each === 'throttled')).toHaveLength(15);
  });
});

describe('concurrent requests with the same code', () => {
  const asked = (otp: string) => ({
    identity: mina.identity,
    password: PASSWORD,
    otp,
    browser: false,
    staySignedIn: false,
  });
  const first = (otp: string) => async (tx: Tx) => {
    // Part of the open transaction: what the first of the two has done by then.
    expect(await takeSecondStep(tx, await lockAdmin(tx, mina.id), otp)).toBeNull();
  };
  const second = async (otp: string) => {
    const signedInBy = await signInAdmin(app.context(), asked(otp));
    return isRefusal(signedInBy) ? signedInBy.refusal : 'in';
  };

  it('of concurrent requests with the same code only one signs in', async () => {
    const { secret } = await enrol(app, mina);
    const otp = codeOf(app, secret);
    expect(await overlap(app, first(otp), () => second(otp))).toBe('totp_wrong');
  });

  it('(control: without the lock both are let in)', async () => {
    const { secret } = await enrol(app, mina);
    const otp = codeOf(app, secret);
    const unguarded = async () => {
      const admin = await findAdmin(app.context(), mina.id);
      const step = stepOfCode(secret, otp, app.clock.now());
      if (admin === undefined || step === null || step <= admin.totpLastStep) return 'totp_wrong';
      const by = {
        role: 'admin',
        officeRole: 'owner',
        accountID: mina.id,
        staySignedIn: false,
        browser: false,
      } as const;
      await inTransaction(app.context(), (tx) => openSession(tx, by));
      return 'in';
    };
    expect(await overlap(app, first(otp), unguarded)).toBe('in');
  });

  it('let one of eight in, and one of eight with a recovery code too', async () => {
    const { secret, recoveryCodes } = await enrol(app, mina);
    for (const otp of [codeOf(app, secret), recoveryCodes[0] ?? '']) {
      app.clock.advance({ hours: 1 });
      const now = otp.length === 6 ? codeOf(app, secret) : otp;
      const outcomes = await Promise.all(Array.from({ length: 8 }, (_, at) => tried(now, `10.7.${at}.1`)));
      expect(outcomes.filter((each) => each === 'in')).toHaveLength(1);
    }
  });
});

describe('a recovery code', () => {
  it('works in the same field, once each, in any spelling, with an e-mail to the admin', async () => {
    const { as, recoveryCodes } = await enrol(app, mina);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [one = '', two = ''] = recoveryCodes;
    expect(await tried(one)).toBe('in');
    expect(await tried(one)).toBe('totp_wrong');
    expect(await tried(` ${two.replaceAll('-', ' ').toUpperCase()} `)).toBe('in');
    expect((await app.call(readTotp, {}, as)).body.recoveryCodesLeft).toBe(8);
    await app.runOutbox();
    expect(mailsTo(mina.email).filter((subject) => subject === 'A recovery code was used')).toHaveLength(2);
  });

  it('is not stored readably, nor is the secret', async () => {
    const { secret, recoveryCodes } = await enrol(app, mina);
    const rows = JSON.stringify([
      await app.database.db.selectFrom('admin').selectAll().execute(),
      await app.database.db.selectFrom('admin_recovery_code').selectAll().execute(),
      await app.database.db.selectFrom('audit_entry').selectAll().execute(),
    ]);
    for (const hidden of [secret, ...recoveryCodes.flatMap((code) => [code, code.replaceAll('-', '')])])
      expect(rows).not.toContain(hidden);
  });

  it('still works if the secret can no longer be decrypted', async () => {
    const { secret, recoveryCodes } = await enrol(app, mina);
    const sealed = keysFrom('another secret that is only used in tests, too').seal('totp', secret, mina.id);
    await app.database.db
      .updateTable('admin')
      .set({ totpSecret: sealed })
      .where('id', '=', mina.id)
      .execute();
    expect(await tried(codeOf(app, secret))).toBe('totp_wrong');
    expect(await tried(recoveryCodes[0])).toBe('in');
  });
});

describe('turning it on', () => {
  it('needs the password, a scanned secret and a right code, and ends the other sessions', async () => {
    const [here, elsewhere] = [await signedIn(app, 'admin', mina.id), await signedIn(app, 'admin', mina.id)];
    const code = async (reply: Promise<{ status: number }>) => problem((await reply) as never).code;
    expect(await code(app.call(confirmTotp, { body: { otp: '123456' } }, here))).toBe('totp_not_begun');
    expect(await code(app.call(beginTotp, { body: { currentPassword: 'wrong' } }, here))).toBe(
      'current_password_wrong',
    );
    const begun = await app.call(beginTotp, { body: { currentPassword: PASSWORD } }, here);
    expect(begun.body.uri).toBe(
      `otpauth://totp/Kemas:${mina.identity}?issuer=Kemas&secret=${begun.body.secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(await tried()).toBe('in'); // not required before it is confirmed
    expect(await code(app.call(confirmTotp, { body: { otp: '000000' } }, here))).toBe('totp_wrong');
    const otp = codeOf(app, begun.body.secret);
    expect((await app.call(confirmTotp, { body: { otp } }, here)).body.recoveryCodes).toHaveLength(10);
    expect((await app.call(listAdmins, {}, here)).status).toBe(200);
    expect((await app.call(listAdmins, {}, elsewhere)).status).toBe(401);
    expect(await code(app.call(beginTotp, { body: { currentPassword: PASSWORD } }, here))).toBe('totp_on');
    expect(await code(app.call(confirmTotp, { body: { otp } }, here))).toBe('totp_on');
    expect((await app.call(getAdmin, { params: { id: mina.id } }, here)).body.totp).toBe(true);
  });

  it('accepts the newest secret only', async () => {
    const as = await signedIn(app, 'admin', mina.id);
    const begin = async () =>
      (await app.call(beginTotp, { body: { currentPassword: PASSWORD } }, as)).body.secret;
    const [old, newest] = [await begin(), await begin()];
    expect((await app.call(confirmTotp, { body: { otp: codeOf(app, old) } }, as)).status).toBe(401);
    expect((await app.call(confirmTotp, { body: { otp: codeOf(app, newest) } }, as)).status).toBe(200);
  });
});

describe('turning it off', () => {
  it('needs the password and a code; turned on again, there are ten new recovery codes', async () => {
    const { as, secret, recoveryCodes } = await enrol(app, mina);
    const off = async (currentPassword: string, otp: string) =>
      app.call(endTotp, { body: { currentPassword, otp } }, as);
    expect((await off('wrong', codeOf(app, secret))).status).toBe(422);
    expect((await off(PASSWORD, '000000')).status).toBe(401);
    expect((await app.call(readTotp, {}, as)).body.since).not.toBeNull();
    expect((await off(PASSWORD, codeOf(app, secret))).body).toEqual({ done: true });
    expect((await app.call(readTotp, {}, as)).body).toEqual({ since: null, recoveryCodesLeft: 0 });
    expect(await tried()).toBe('in');
    const again = await enrol(app, mina);
    expect(await tried(recoveryCodes[0])).toBe('totp_wrong');
    expect(await tried(again.recoveryCodes[0])).toBe('in');
  });

  it('for another admin is audited and notified, and ends their sessions', async () => {
    const { as } = await enrol(app, mina);
    const byOtto = await signedIn(app, 'admin', otto.id);
    const reset = await app.call(
      resetTotp,
      { params: { id: mina.id.toUpperCase() }, body: { currentPassword: PASSWORD } },
      byOtto,
    );
    expect(reset.body).toMatchObject({ id: mina.id, totp: false });
    expect((await app.call(listAdmins, {}, as)).status).toBe(401);
    expect(await tried()).toBe('in');
    const { actorID } = await app.database.db
      .selectFrom('audit_entry')
      .select('actorID')
      .where('action', '=', 'admin.totp-reset')
      .where('subjectID', '=', mina.id)
      .executeTakeFirstOrThrow();
    expect(actorID).toBe(otto.id);
    await app.runOutbox();
    expect(mailsTo(mina.email)).toContain('The code at your sign-in is off');
  });

  it('for oneself cannot bypass the code', async () => {
    const { as } = await enrol(app, mina);
    const own = await app.call(resetTotp, { params: { id: mina.id.toUpperCase() }, body: {} }, as);
    expect(problem(own).code).toBe('totp_own');
    expect(await tried()).toBe('otp_needed');
  });
});
