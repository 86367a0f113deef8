import { beforeEach, describe, expect, it } from 'vitest';
import { feature as places } from '#features/catalogue/places/server/index.ts';
import { feature as uploads } from '#features/catalogue/uploads/server/index.ts';
import { createCleaner } from '#features/people/cleaners/contract.ts';
import { feature as cleaners } from '#features/people/cleaners/server/index.ts';
import { createCustomer } from '#features/people/customers/contract.ts';
import { feature as customers } from '#features/people/customers/server/index.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { getSignInAttempts, unlockMobile } from '../contract.ts';
import { CODE_LIMITS } from '../rules/codes.ts';
import { feature } from './index.ts';
import { openBrowser, signedOut, type TestBrowser } from './testing/browser.ts';

let people = 0;
let addresses = 0;

const app = await startTestApp({
  features: [feature, uploads, places, customers, cleaners],
  connections: 20,
});

beforeEach(() => app.clock.advance({ hours: 48 }));

type Kind = 'customers' | 'cleaners';
const KINDS: Kind[] = ['customers', 'cleaners'];
const NAMES = { firstname: 'Siew Hua', lastname: 'Lim' };

/** A new address. */
function newAddress(): string {
  addresses += 1;
  return `10.${addresses % 250}.${Math.floor(addresses / 250)}.1`;
}
const newBrowser = () => openBrowser(app, newAddress());

/** An account with a new mobile. */
async function addAccount(kind: Kind): Promise<string> {
  people += 1;
  const mobile = `9${String(2_000_000 + people)}`;
  const email = `person${people}@home.example`;
  const office = await signedIn(app, 'admin');
  const made =
    kind === 'customers'
      ? await app.call(createCustomer, { body: { ...NAMES, mobile, email } }, office)
      : await app.call(createCleaner, { body: { ...NAMES, mobile, email, gender: 'female' } }, office);
  expect(made.status).toBe(201);
  return mobile;
}

const ask = (browser: TestBrowser, kind: Kind, mobile: string) => browser.post(`/${kind}/signin`, { mobile });
const verify = (browser: TestBrowser, kind: Kind, mobile: string, otp: string) =>
  browser.post(`/${kind}/verify`, { mobile, otp });

/** The code last sent to a number. */
async function newestCode(mobile: string): Promise<string> {
  await app.runOutbox();
  return app.sent.codeFor(`65${mobile}`);
}
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function signIn(browser: TestBrowser, kind: Kind, mobile: string): Promise<number> {
  const asked = await ask(browser, kind, mobile);
  if (asked.status !== 200) return asked.status;
  return (await verify(browser, kind, mobile, await newestCode(mobile))).status;
}

/** An account with a browser that has signed in and out. */
async function addKnown(kind: Kind) {
  const mobile = await addAccount(kind);
  const browser = newBrowser();
  expect(await signIn(browser, kind, mobile)).toBe(200);
  app.clock.advance({ hours: 25 });
  return { mobile, browser: signedOut(app, browser, newAddress()) };
}

/** A stranger requests codes in new browsers at new addresses, and enters five wrong ones for each. */
async function attack(kind: Kind, mobile: string, { codes, every }: { codes: number; every: object }) {
  for (let sent = 0; sent < codes; sent += 1) {
    const stranger = newBrowser();
    if ((await ask(stranger, kind, mobile)).status !== 200) return;
    const wrong = wrongOf(await newestCode(mobile));
    for (let tries = 0; tries < 5; tries += 1) await verify(stranger, kind, mobile, wrong);
    app.clock.advance(every);
  }
}

describe.each(KINDS)('strangers cannot lock out one of the %s', (kind) => {
  it('by wrong codes without a live code', async () => {
    const mobile = await addAccount(kind);
    for (let tries = 0; tries < 12; tries += 1)
      expect((await verify(newBrowser(), kind, mobile, '000000')).status).toBe(401);
    expect(await signIn(newBrowser(), kind, mobile)).toBe(200);
  });

  it('by wrong codes in their own browsers while the owner uses a new phone', async () => {
    const mobile = await addAccount(kind);
    await attack(kind, mobile, { codes: 3, every: { minutes: 5 } });
    expect(await signIn(newBrowser(), kind, mobile)).toBe(200);
  });

  it('by using up the codes of the day: the known browser has its own', async () => {
    const { mobile, browser } = await addKnown(kind);
    await attack(kind, mobile, { codes: 11, every: { minutes: 11 } });
    expect((await ask(newBrowser(), kind, mobile)).status).toBe(429);
    expect(await signIn(browser, kind, mobile)).toBe(200);
  });

  it('by requesting and trying codes while the owner enters theirs', async () => {
    const { mobile, browser } = await addKnown(kind);
    expect((await ask(browser, kind, mobile)).status).toBe(200);
    const code = await newestCode(mobile);
    app.clock.advance({ seconds: 40 });
    await attack(kind, mobile, { codes: 1, every: { seconds: 1 } });
    expect((await verify(browser, kind, mobile, code)).status).toBe(200);
  });

  it('by a hundred wrong codes in a row; the office unlocks the number for other browsers', async () => {
    const { mobile, browser } = await addKnown(kind);
    await attack(kind, mobile, { codes: 20, every: { hours: 3 } });
    app.clock.advance({ hours: 24 });
    expect(await signIn(newBrowser(), kind, mobile)).toBe(429);
    expect(await signIn(browser, kind, mobile)).toBe(200);
    app.clock.advance({ minutes: 1 });
    expect((await app.call(unlockMobile, { body: { mobile } }, await signedIn(app, 'admin'))).status).toBe(
      200,
    );
    expect(await signIn(newBrowser(), kind, mobile)).toBe(200);
  });
});

describe('sign-in attempts shown to the office', () => {
  const read = async (mobile: string) =>
    (await app.call(getSignInAttempts, { query: { mobile } }, await signedIn(app, 'admin'))).body;

  it('are empty after an ordinary sign-in, even with a wrong code first', async () => {
    const mobile = await addAccount('customers');
    const browser = newBrowser();
    await ask(browser, 'customers', mobile);
    const code = await newestCode(mobile);
    await verify(browser, 'customers', mobile, wrongOf(code));
    await verify(browser, 'customers', mobile, code);
    expect(await read(mobile)).toEqual({ unusedCodes: 0, wrongTries: 0, attacked: false, blocked: false });
  });

  it('show an attack, then that new browsers are blocked, and neither a day later', async () => {
    const { mobile, browser } = await addKnown('customers');
    await attack('customers', mobile, { codes: 2, every: { minutes: 11 } });
    expect(await read(mobile)).toEqual({ unusedCodes: 2, wrongTries: 10, attacked: true, blocked: false });
    await attack('customers', mobile, { codes: 8, every: { minutes: 11 } });
    expect(await signIn(browser, 'customers', mobile)).toBe(200);
    expect(await read(mobile)).toMatchObject({ unusedCodes: 10, attacked: true, blocked: true });
    await app.call(unlockMobile, { body: { mobile } }, await signedIn(app, 'admin'));
    expect(await read(mobile)).toMatchObject({ attacked: true, blocked: false });
    app.clock.advance({ hours: 25 });
    expect(await read(mobile)).toEqual({ unusedCodes: 0, wrongTries: 0, attacked: false, blocked: false });
  });
});

it('can be cleared, which resets the number’s codes of the day', async () => {
  const mobile = await addAccount('customers');
  await attack('customers', mobile, { codes: 10, every: { minutes: 11 } });
  expect(await signIn(newBrowser(), 'customers', mobile)).toBe(429);
  await app.call(unlockMobile, { body: { mobile } }, await signedIn(app, 'admin'));
  expect(await signIn(newBrowser(), 'customers', mobile)).toBe(200);
});

describe('a known browser', () => {
  it('has limits too: ten codes a day, five tries per code', async () => {
    const { mobile, browser } = await addKnown('customers');
    for (let sent = 0; sent < 10; sent += 1) {
      expect((await ask(browser, 'customers', mobile)).status).toBe(200);
      app.clock.advance({ minutes: 11 });
    }
    expect((await ask(browser, 'customers', mobile)).status).toBe(429);
    app.clock.advance({ hours: 24 });
    await ask(browser, 'customers', mobile);
    const code = await newestCode(mobile);
    for (let tries = 0; tries < 5; tries += 1) await verify(browser, 'customers', mobile, wrongOf(code));
    expect((await verify(browser, 'customers', mobile, code)).status).toBe(401);
  });

  it('keeps its id, so that signing in again does not reset its budget', async () => {
    const { mobile, browser } = await addKnown('customers');
    const idOf = () => browser.cookies.get('known-customer')?.split('.')[0];
    const before = idOf();
    expect(await signIn(browser, 'customers', mobile)).toBe(200);
    expect([idOf(), before]).toEqual([before, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });

  it('cannot use a code requested by another browser, and no other browser its code', async () => {
    const { mobile, browser } = await addKnown('customers');
    await ask(browser, 'customers', mobile);
    const own = await newestCode(mobile);
    const other = newBrowser();
    expect((await verify(other, 'customers', mobile, own)).status).toBe(401);
    await ask(other, 'customers', mobile);
    const code = await newestCode(mobile);
    if (code !== own) expect((await verify(browser, 'customers', mobile, code)).status).toBe(401);
    expect((await verify(other, 'customers', mobile, code)).status).toBe(200);
  });

  it.each<[string, (known: string) => string]>([
    ['of another account', (known) => known],
    ['with another id', (known) => known.replace(/^[^.]+/, '00000000-0000-7000-8000-000000000000')],
    ['with another time', (known) => known.replace(/\.\d+\./, '.9999999999.')],
    ['without a signature', (known) => known.replace(/\.[^.]+$/, '.')],
    ['that is truncated', () => 'x'],
  ])('is not recognised with a cookie %s', async (what, change) => {
    const { mobile, browser } = await addKnown('customers');
    const other = await addKnown('customers');
    const from = what === 'of another account' ? other.browser : browser;
    const forged = openBrowser(app, newAddress());
    forged.cookies.set('known-customer', change(from.cookies.get('known-customer') ?? ''));
    await attack('customers', mobile, { codes: 10, every: { minutes: 11 } });
    expect((await ask(forged, 'customers', mobile)).status).toBe(429);
    expect((await ask(browser, 'customers', mobile)).status).toBe(200);
  });

  it('is forgotten after 180 days', async () => {
    const { mobile, browser } = await addKnown('customers');
    app.clock.advance({ hours: 180 * 24 });
    await attack('customers', mobile, { codes: 10, every: { minutes: 11 } });
    expect((await ask(browser, 'customers', mobile)).status).toBe(429);
  });
});

describe('wrong codes from one network', () => {
  it('stop at sixty an hour, whatever the number, without affecting other networks', async () => {
    const network = openBrowser(app, newAddress());
    const statuses: number[] = [];
    for (let tries = 0; tries < 61; tries += 1)
      statuses.push((await verify(network, 'customers', `8${String(3_000_000 + tries)}`, '000000')).status);
    expect(statuses).toEqual([...Array<number>(60).fill(401), 429]);
    expect((await verify(newBrowser(), 'customers', '83000000', '000000')).status).toBe(401);
  });
});

describe('the daily global budget of codes', () => {
  const KEY = 'code-sends-day';
  async function useUp(hits: number) {
    await app.database.db.deleteFrom('throttle').where('key', '=', KEY).execute();
    const now = app.clock.now();
    const slice = { windowStart: now.toString(), windowEnd: now.add({ hours: 24 }).toString() };
    await app.database.db
      .insertInto('throttle')
      .values({ key: KEY, hits, ...slice })
      .execute();
  }
  async function used(): Promise<number> {
    const rows = await app.database.db.selectFrom('throttle').select('hits').where('key', '=', KEY).execute();
    return rows.reduce((sum, { hits }) => sum + hits, 0);
  }
  const statusOf = async (kind: Kind, mobile: string) => (await ask(newBrowser(), kind, mobile)).status;

  it('stops numbers without an account at 70 %, but not customers and cleaners', async () => {
    const [customer, cleaner] = [await addAccount('customers'), await addAccount('cleaners')];
    await useUp(CODE_LIMITS.everyoneDay.most * 0.7 - 1);
    expect(await statusOf('customers', '88000001')).toBe(200);
    expect(await statusOf('customers', '88000002')).toBe(429);
    expect(await statusOf('customers', customer)).toBe(200);
    expect(await statusOf('cleaners', cleaner)).toBe(200);
    await useUp(CODE_LIMITS.everyoneDay.most);
    expect(await statusOf('cleaners', await addAccount('cleaners'))).toBe(429);
  });

  it('is not used by an unknown cleaner, who is answered like a known one', async () => {
    await useUp(CODE_LIMITS.everyoneDay.most - 1);
    expect(await statusOf('cleaners', '88000003')).toBe(200);
    expect(await used()).toBe(CODE_LIMITS.everyoneDay.most - 1);
    await useUp(CODE_LIMITS.everyoneDay.most);
    expect(await statusOf('cleaners', '88000004')).toBe(429);
  });
});
