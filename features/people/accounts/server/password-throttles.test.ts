import { beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '#platform/testing/test-app.ts';
import { feature } from './index.ts';
import { addAdmin, PASSWORD, type TestAdmin } from './testing/admins.ts';
import { openBrowser, signedOut } from './testing/browser.ts';

let mina: TestAdmin;
let admins = 0;
let addresses = 0;

const app = await startTestApp({ features: [feature] });

beforeEach(async () => {
  app.clock.advance({ hours: 48 });
  admins += 1;
  mina = await addAdmin(app, `mina-${admins}`);
});

/** An address that no other try uses. */
function newAddress(): string {
  addresses += 1;
  return `10.${Math.floor(addresses / 250)}.${addresses % 250}.1`;
}

async function signIn(identity: string, password: string, browser = openBrowser(app, newAddress())) {
  return (await browser.post('/admins/signin', { identity, password })).status;
}
const guess = (identity = mina.identity) => signIn(identity, 'not the password');
const guesses = async (count: number, identity = mina.identity) => {
  const statuses: number[] = [];
  for (let tries = 0; tries < count; tries += 1) statuses.push(await guess(identity));
  return statuses;
};

describe('wrong passwords for one name from many addresses', () => {
  it.each([
    ['an admin', () => mina.identity],
    ['nobody', () => `nobody-${admins}`],
  ])('are slowed down after twenty, for the name of %s', async (_whose, nameOf) => {
    expect(await guesses(20, nameOf())).toEqual(Array(20).fill(401));
    // The first try after the twentieth is allowed; then the waits grow.
    expect(await guess(nameOf())).toBe(401);
    for (const wait of [1, 2, 4, 8]) {
      app.clock.advance({ seconds: wait * 60 - 20 });
      expect(await guess(nameOf()), `before ${wait} min`).toBe(429);
      app.clock.advance({ seconds: 22 });
      expect(await guess(nameOf()), `after ${wait} min`).toBe(401);
    }
  });

  it('allow about thirty tries in an hour', async () => {
    let passed = 0;
    for (let second = 0; second < 3600; second += 15) {
      if ((await guess()) === 401) passed += 1;
      app.clock.advance({ seconds: 15 });
    }
    expect(passed).toBeLessThan(30);
  });

  it('wrong passwords count for one name, however it is capitalised', async () => {
    await guesses(20, mina.identity.toUpperCase());
    await guess();
    expect(await guess()).toBe(429);
  });

  it('are not allowed twenty more times concurrently', async () => {
    const statuses = await Promise.all(Array.from({ length: 40 }, () => guess()));
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(21);
  });

  it('notify the admin by e-mail, once a day', async () => {
    await guesses(30);
    await guesses(3, 'nobody');
    await app.runOutbox();
    const mails = () => app.sent.mail.filter(({ to }) => to === mina.email).map(({ subject }) => subject);
    expect(mails()).toEqual(['Someone is guessing your office password']);
    app.clock.advance({ hours: 25 });
    await guesses(30);
    await app.runOutbox();
    expect(mails()).toHaveLength(2);
  });

  it('do not lock out the admin in a browser that was signed in before', async () => {
    const desk = openBrowser(app, newAddress());
    expect(await signIn(mina.identity, PASSWORD, desk)).toBe(200);
    const again = signedOut(app, desk, newAddress());
    await guesses(21);
    expect(await signIn(mina.identity, PASSWORD)).toBe(429);
    expect(await signIn(mina.identity, PASSWORD, again)).toBe(200);
  });
});

describe('a browser that an admin was signed in with', () => {
  it('has its own ten tries in 15 minutes, even if its network has none left', async () => {
    const desk = openBrowser(app, newAddress());
    await signIn(mina.identity, PASSWORD, desk);
    const address = newAddress();
    const shared = openBrowser(app, address);
    for (let tries = 0; tries < 31; tries += 1) await signIn(`other-${tries}`, 'wrong', shared);
    const again = signedOut(app, desk, address);
    for (let tries = 0; tries < 10; tries += 1) expect(await signIn(mina.identity, 'wrong', again)).toBe(401);
    expect(await signIn(mina.identity, PASSWORD, again)).toBe(429);
    app.clock.advance({ minutes: 16 });
    expect(await signIn(mina.identity, PASSWORD, again)).toBe(200);
  });

  it('is not known for another admin', async () => {
    const desk = openBrowser(app, newAddress());
    await signIn(mina.identity, PASSWORD, desk);
    const otto = await addAdmin(app, `otto-${admins}`);
    await guesses(21, otto.identity);
    expect(await signIn(otto.identity, PASSWORD, signedOut(app, desk, newAddress()))).toBe(429);
  });
});

it('right passwords do not use the name’s budget', async () => {
  for (let tries = 0; tries < 25; tries += 1) expect(await signIn(mina.identity, PASSWORD)).toBe(200);
});
