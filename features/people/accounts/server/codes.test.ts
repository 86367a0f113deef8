import { describe, expect, it, vi } from 'vitest';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { unlockMobile } from './code-throttles.ts';
import { checkCode, feature, requestCode } from './index.ts';

let people = 0;

const app = await startTestApp({ features: [feature], connections: 20 });

/** A new number and address. */
function somebody(): { mobile: string; ctx: Context } {
  people += 1;
  return {
    mobile: `659${String(1_000_000 + people).padStart(7, '0')}`,
    ctx: { ...app.context(), ip: `10.${people}.0.1` },
  };
}
const purpose = 'customer-sign-in';
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function send(who: { mobile: string; ctx: Context }, more: { send?: boolean } = {}): Promise<string> {
  const asked = await requestCode(who.ctx, {
    purpose,
    mobile: who.mobile,
    send: more.send ?? true,
    owner: null,
  });
  if (isRefusal(asked)) throw new Error(`refused: ${asked.refusal}`);
  await app.runOutbox();
  return app.sent.codeFor(who.mobile);
}
const attempt = (who: { mobile: string; ctx: Context }, otp: string) =>
  checkCode(who.ctx, { purpose, mobile: who.mobile, otp, owner: null });

describe('a code', () => {
  it('is sent by SMS, works once, and is stored only as an HMAC', async () => {
    const who = somebody();
    const code = await send(who);
    const text = app.sent.sms.findLast((sms) => sms.to === who.mobile)?.body;
    expect(text).toBe(`${code} is your Kemas code. Expires in 5 min. Never share it.\n@ #${code}`);
    const rows = await app.database.db
      .selectFrom('one_time_code')
      .selectAll()
      .where('mobile', '=', who.mobile)
      .execute();
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(await attempt(who, code)).toBe(true);
    expect(await attempt(who, code)).toMatchObject({ refusal: 'otp_expired' });
  });

  it('expires after 5 minutes by the app’s clock', async () => {
    const who = somebody();
    const code = await send(who);
    app.clock.advance({ minutes: 5 });
    expect(await attempt(who, code)).toMatchObject({ refusal: 'otp_expired' });
  });

  it('is invalidated by requesting another', async () => {
    const who = somebody();
    const first = await send(who);
    app.clock.advance({ seconds: 30 });
    const second = await send(who);
    expect(await attempt(who, first)).toMatchObject({ refusal: first === second ? undefined : 'otp_wrong' });
    expect(await attempt(who, second)).toBe(true);
  });

  it('is invalidated by the fifth wrong try', async () => {
    const who = somebody();
    const code = await send(who);
    for (const triesLeft of [4, 3, 2, 1, 0]) {
      expect(await attempt(who, wrongOf(code))).toMatchObject({
        refusal: 'otp_wrong',
        extensions: { triesLeft },
      });
    }
    expect(await attempt(who, code)).toMatchObject({ refusal: 'otp_expired' });
  });

  it('works for no other number, purpose or account', async () => {
    const who = somebody();
    const other = somebody();
    const code = await send(who);
    await send(other);
    expect(await attempt(other, code)).not.toBe(true);
    const elsewhere = await checkCode(who.ctx, {
      purpose: 'cleaner-sign-in',
      mobile: who.mobile,
      otp: code,
      owner: null,
    });
    expect(elsewhere).toMatchObject({ refusal: 'otp_expired' });
    const accountID = app.services.newID();
    expect(
      await checkCode(who.ctx, { purpose, mobile: who.mobile, otp: code, owner: null, accountID }),
    ).not.toBe(true);
    expect(await attempt(who, code)).toBe(true);
  });

  it('counts a try before comparing it: of 50 concurrent tries at most 5 are evaluated', async () => {
    const who = somebody();
    const code = await send(who);
    const tries = await Promise.all(Array.from({ length: 50 }, () => attempt(who, wrongOf(code))));
    expect(tries.filter((tried) => isRefusal(tried) && tried.refusal === 'otp_wrong')).toHaveLength(5);
    expect(await attempt(who, code)).not.toBe(true);
  });

  it('accepts one of 50 concurrent tries of the right code', async () => {
    const who = somebody();
    const code = await send(who);
    const tries = await Promise.all(Array.from({ length: 50 }, () => attempt(who, code)));
    expect(tries.filter((tried) => tried === true)).toHaveLength(1);
  });

  it('is also created for an unknown number, but not sent', async () => {
    const who = somebody();
    const asked = await requestCode(who.ctx, {
      purpose: 'cleaner-sign-in',
      mobile: who.mobile,
      send: false,
      owner: null,
    });
    expect(asked).toEqual({ expiresIn: 300, resendIn: 30 });
    await app.runOutbox();
    expect(app.sent.sms.some((sms) => sms.to === who.mobile)).toBe(false);
    const tried = await checkCode(who.ctx, {
      purpose: 'cleaner-sign-in',
      mobile: who.mobile,
      otp: '000000',
      owner: null,
    });
    expect(tried).toMatchObject({ refusal: 'otp_wrong', extensions: { triesLeft: 4 } });
  });

  it('is deleted a day later', async () => {
    const who = somebody();
    await send(who);
    app.clock.advance({ hours: 24, seconds: 1 });
    await app.runCronJobs();
    const kept = await app.database.db.selectFrom('one_time_code').select('id').execute();
    expect(kept).toHaveLength(0);
  });
});

function waitOf(refused: unknown): number {
  const { extensions } = refused as { extensions?: { retryAfter?: number } };
  return extensions?.retryAfter ?? 0;
}

describe('requesting another code', () => {
  const ask = (who: { mobile: string; ctx: Context }) =>
    requestCode(who.ctx, { purpose, mobile: who.mobile, send: true, owner: null });

  it('waits 30 s, 60 s, 120 s, 240 s, and stops at five in ten minutes', async () => {
    const who = somebody();
    for (const resendIn of [30, 60, 120, 240]) {
      expect(await ask(who)).toEqual({ expiresIn: 300, resendIn });
      expect(waitOf(await ask(who))).toBeGreaterThan(resendIn * 0.95);
      app.clock.advance({ seconds: resendIn });
    }
    expect(await ask(who)).toMatchObject({ expiresIn: 300 });
    app.clock.advance({ seconds: 100 });
    expect(await ask(who)).toMatchObject({ refusal: 'throttled' });
  });

  it('stops at ten a day per number', async () => {
    const who = somebody();
    for (let sends = 0; sends < 10; sends += 1) {
      expect(await ask({ ...who, ctx: { ...who.ctx, ip: `172.16.${sends}.1` } })).toMatchObject({
        expiresIn: 300,
      });
      app.clock.advance({ minutes: 11 });
    }
    expect(await ask(who)).toMatchObject({ refusal: 'throttled' });
    app.clock.advance({ hours: 24 });
    expect(await ask(who)).toMatchObject({ expiresIn: 300 });
  });

  it('is possible at once after a code was used', async () => {
    const who = somebody();
    expect(await attempt(who, await send(who))).toBe(true);
    expect(await ask(who)).toEqual({ expiresIn: 300, resendIn: 30 });
  });

  it('stops an address at three numbers without a success', async () => {
    const { ctx } = somebody();
    const from = () => ({ mobile: somebody().mobile, ctx });
    const first = from();
    for (const who of [first, from(), from()]) await send(who);
    const fourth = from();
    expect(await ask(fourth)).toMatchObject({ refusal: 'throttled' });
    expect(await attempt(first, app.sent.codeFor(first.mobile))).toBe(true);
    expect(await ask(fourth)).toMatchObject({ expiresIn: 300 });
  });

  it('stops a network at twenty unused sends an hour', async () => {
    const net = somebody().ctx.ip.replace(/1$/, '');
    const from = (host: number) => ({ ...somebody(), ctx: { ...app.context(), ip: `${net}${host}` } });
    for (let host = 0; host < 20; host += 1) expect(await ask(from(host))).toMatchObject({ expiresIn: 300 });
    expect(await ask(from(21))).toMatchObject({ refusal: 'throttled' });
    app.clock.advance({ hours: 1 });
    expect(await ask(from(22))).toMatchObject({ expiresIn: 300 });
  });

  it('sends one code for many concurrent requests with the same number', async () => {
    const who = somebody();
    const asked = await Promise.all(Array.from({ length: 10 }, () => ask(who)));
    expect(asked.filter((reply) => !isRefusal(reply))).toHaveLength(1);
  });
});

describe('wrong codes', () => {
  it('cause a pause of half an hour after ten in an hour', async () => {
    const who = somebody();
    for (let codes = 0; codes < 2; codes += 1) {
      const code = await send(who);
      for (let tries = 0; tries < 5; tries += 1) await attempt(who, wrongOf(code));
      app.clock.advance({ seconds: 60 });
    }
    const code = await send(who);
    expect(await attempt(who, code)).toMatchObject({ refusal: 'throttled' });
    app.clock.advance({ minutes: 30 });
    expect(await attempt(who, await send(who))).toBe(true);
  });

  it('lock the number after a hundred in a row, until the office unlocks it', async () => {
    const who = somebody();
    for (let codes = 0; codes < 20; codes += 1) {
      const code = await send({ ...who, ctx: { ...who.ctx, ip: `192.168.${codes}.1` } });
      for (let tries = 0; tries < 5; tries += 1) await attempt(who, wrongOf(code));
      app.clock.advance({ hours: 3 });
    }
    app.clock.advance({ hours: 24 });
    expect(await attempt(who, await send(who))).toMatchObject({ refusal: 'throttled' });
    await unlockMobile(who.ctx, who.mobile);
    app.clock.advance({ minutes: 1 });
    expect(await attempt(who, await send(who))).toBe(true);
  });
});

it('do not page anyone for codes that were not sent', async () => {
  const woken = vi.spyOn(app.services.log, 'error').mockImplementation(() => undefined);
  for (let asked = 0; asked < 25; asked += 1) {
    await requestCode(
      { ...app.context(), ip: `10.201.${asked}.1` },
      { purpose: 'cleaner-sign-in', mobile: `658777${1000 + asked}`, send: asked < 3, owner: null },
    );
  }
  await app.runCronJobs();
  expect(woken.mock.calls).toEqual([]);
  woken.mockRestore();
});

it('page someone once when codes to a prefix are sent and not used', async () => {
  const woken = vi.spyOn(app.services.log, 'error').mockImplementation(() => undefined);
  for (let sends = 0; sends < 20; sends += 1) {
    await requestCode(
      { ...app.context(), ip: `10.200.${sends}.1` },
      { purpose, mobile: `658888${1000 + sends}`, send: true, owner: null },
    );
  }
  await app.runCronJobs();
  await app.runCronJobs();
  expect(woken.mock.calls).toEqual([
    [expect.objectContaining({ wake: true, prefix: '658888', sent: 20, used: 0 }), expect.any(String)],
  ]);
  woken.mockRestore();
});
