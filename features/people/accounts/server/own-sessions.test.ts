import { beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '#platform/kernel/actor.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, startTestApp } from '#platform/testing/test-app.ts';
import { endSession, listSessions, signOutEverywhere } from '../contract.ts';
import { feature } from './index.ts';

const ROLES: readonly Role[] = ['customer', 'cleaner', 'admin'];
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

let id: string;

const app = await startTestApp({ features: [feature] });

beforeEach(() => {
  id = app.services.newID();
});

const items = async (as: As) => (await app.call(listSessions, {}, as)).body.items;
const isAlive = async (as: As) => (await app.call(listSessions, {}, as)).status === 200;
const end = async (sessionID: string, as: As) =>
  (await app.call(endSession, { params: { id: sessionID } }, as)).status;

/** The id of the session of these credentials. */
const sessionIDOf = async (as: As) => (await items(as)).find((session) => session.current)?.id ?? '';

describe.each(ROLES)('a %s', (role) => {
  it('lists their sessions in plain words and marks the current one', async () => {
    const here = await signedIn(app, role, id);
    app.clock.advance({ minutes: 5 });
    await signedIn(app, role, id);
    await app.database.db
      .updateTable('session')
      .set({ userAgent: PHONE })
      .where('id', '!=', await sessionIDOf(here))
      .where('accountID', '=', id)
      .execute();
    const sessions = await items(here);
    expect(sessions.map(({ browser, system, current }) => [browser, system, current]).toSorted()).toEqual([
      [null, null, true],
      ['Safari', 'iPhone', false],
    ]);
    expect(Object.keys(sessions[0] ?? {}).toSorted()).toEqual(
      ['browser', 'createdAt', 'current', 'id', 'lastSeenAt', 'system'].toSorted(),
    );
  });

  it('ends one of them and keeps the others; ending it again changes nothing', async () => {
    const [here, lost] = [await signedIn(app, role, id), await signedIn(app, role, id)];
    const lostID = await sessionIDOf(lost);
    expect(await end(lostID.toUpperCase(), here)).toBe(200);
    expect([await isAlive(here), await isAlive(lost)]).toEqual([true, false]);
    expect(await end(lostID, here)).toBe(200);
    expect(await items(here)).toHaveLength(1);
  });

  it('ends the current one', async () => {
    const here = await signedIn(app, role, id);
    expect(await end(await sessionIDOf(here), here)).toBe(200);
    expect(await isAlive(here)).toBe(false);
  });

  it('neither sees nor ends another user’s, in any role, even with the same id', async () => {
    const here = await signedIn(app, role, id);
    const others = [await signedIn(app, role)];
    for (const other of ROLES) if (other !== role) others.push(await signedIn(app, other, id));
    for (const other of others) {
      expect(await end(await sessionIDOf(other), here)).toBe(404);
      expect(await isAlive(other)).toBe(true);
    }
    expect(await items(here)).toHaveLength(1);
    expect(await end(app.services.newID(), here)).toBe(404);
  });

  it('sees no expired, idle or ended ones', async () => {
    const idle = await signedIn(app, role, id);
    expect(await isAlive(idle)).toBe(true);
    app.clock.advance({ hours: 13 });
    const here = await signedIn(app, role, id);
    expect(await isAlive(idle)).toBe(false);
    expect((await items(here)).map((session) => session.current)).toEqual([true]);
    const third = await signedIn(app, role, id);
    expect(await items(here)).toHaveLength(2);
    await app.call(signOutEverywhere, {}, third);
    expect(await items(await signedIn(app, role, id))).toHaveLength(1);
  });
});
