import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CallDefinition } from '#platform/contract/call.ts';
import type { Role } from '#platform/kernel/actor.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { openSession } from '#platform/server/sessions/sessions.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { features } from './features.ts';

const ROLES: readonly Role[] = ['customer', 'cleaner', 'admin'];

/** Every route of every feature, found by registering them; the contract itself is the table of cases. */
const app = await startTestApp({ features });
const tokens = Object.fromEntries(
  await Promise.all(ROLES.map(async (role) => [role, await tokenOf(role)] as const)),
) as Record<Role, string>;

describe('every route admits exactly those whom its contract names', () => {
  it('the routes of all features are checked', () => {
    expect(app.api.calls.length).toBeGreaterThan(40);
  });

  it('names at least one role for every route', () => {
    expect(app.api.calls.filter((call) => call.who.length === 0).map(nameOf)).toEqual([]);
  });

  it('returns 401 to a signed-out person', async () => {
    const letIn = await those(
      app.api.calls.filter((call) => !call.who.includes('anyone')),
      undefined,
      401,
    );
    expect(letIn).toEqual([]);
  });

  it.each(ROLES)('returns 403 to a %s on other routes', async (role) => {
    const closed = app.api.calls.filter((call) => !call.who.includes('anyone') && !call.who.includes(role));
    expect(await those(closed, tokens[role], 403)).toEqual([]);
  });

  it('accepts no expired or altered token, not even on public routes', async () => {
    const altered = `${tokens.admin.slice(0, -3)}abc`;
    const open = app.api.calls.filter((call) => call.rawBody !== true && call.signsIn !== true);
    expect(await those(open, altered, 401)).toEqual([]);
  });

  it('ignores one where people sign in again', async () => {
    const altered = `${tokens.admin.slice(0, -3)}abc`;
    const signIns = app.api.calls.filter((call) => call.signsIn === true);
    expect(signIns.map(({ path }) => path).toSorted()).toEqual([
      '/admins/signin',
      '/cleaners/signin',
      '/cleaners/verify',
      '/customers/fb-login',
      '/customers/register',
      '/customers/signin',
      '/customers/signinfb',
      '/customers/verify',
    ]);
    // Without a body; a valid one would be checked next.
    expect(await those(signIns, altered, 422)).toEqual([]);
  });

  it('has one route per path, aliases included', () => {
    const paths = app.api.calls.flatMap((call) =>
      [call.path, ...(call.aliases ?? [])].map((path) => `${call.method} ${path}`),
    );
    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
  });
});

/** The routes, including aliases, that do not reply with the expected status. */
async function those(
  calls: readonly CallDefinition[],
  jwt: string | undefined,
  status: number,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const call of calls) {
    for (const path of [call.path, ...(call.aliases ?? [])]) {
      const reply = await app.request({
        method: call.method,
        url: `/api${path.replace(/:\w+/g, randomUUID())}`,
        headers: jwt === undefined ? {} : { authorization: `Bearer ${jwt}` },
        ...(call.method === 'POST' ? { payload: {} } : {}),
      });
      if (reply.status !== status) wrong.push(`${call.method} ${path} answered ${reply.status}`);
    }
  }
  return wrong;
}

async function tokenOf(role: Role): Promise<string> {
  const session = await inTransaction(app.context(), (tx) =>
    openSession(tx, {
      role,
      accountID: randomUUID(),
      staySignedIn: false,
      browser: false,
      ...(role === 'admin' && { officeRole: 'owner' }),
    }),
  );
  if ('refusal' in session) throw new Error('The session could not be opened.');
  return session.jwt;
}

function nameOf(call: CallDefinition): string {
  return `${call.method} ${call.path}`;
}
