import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { CallDefinition } from '#platform/contract/call.ts';
import { IGNORED_NAMES } from '#platform/contract/ignored.ts';
import type { Role } from '#platform/kernel/actor.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, startTestApp } from '#platform/testing/test-app.ts';
import { features } from './features.ts';

const ROLES: readonly Role[] = ['admin', 'customer', 'cleaner'];
const UNKNOWN = 'noSuchField';

const app = await startTestApp({ features });
const sessions = ROLES.map(async (role) => [role, await signedIn(app, role)] as const);
const as = Object.fromEntries(await Promise.all(sessions)) as Record<Role, As>;

/** Values of parameters that are not ids. */
const PARAMS: Readonly<Record<string, string>> = {
  ':kind': 'visit-booked',
  ':channel': 'email',
  ':language': 'en',
  ':day': '2026-12-25',
  ':month': '2026-11',
};

const nameOf = (call: CallDefinition) => `${call.method} ${call.path}`;

/** Routes with a JSON body. */
function callsWithBody(): CallDefinition[] {
  return app.api.calls.filter((call) => call.method === 'POST' && !call.rawBody && !call.takesFile);
}

async function errorPaths(call: CallDefinition): Promise<{ status: number; paths: string[] }> {
  const role = ROLES.find((one) => call.who.includes(one));
  const jwt = role === undefined ? undefined : as[role].jwt;
  const reply = await app.request({
    method: 'POST',
    url: `/api${call.path.replaceAll(/:\w+/g, (name) => PARAMS[name] ?? randomUUID())}`,
    payload: { [UNKNOWN]: 1 },
    headers: jwt === undefined ? {} : { authorization: `Bearer ${jwt}` },
  });
  const { errors = [] } = reply.body as { errors?: { path: string }[] };
  return { status: reply.status, paths: errors.map(({ path }) => path) };
}

describe('an unknown field in a body', () => {
  it('is a 422 on every route', async () => {
    const taken: string[] = [];
    for (const call of callsWithBody()) {
      const { status, paths } = await errorPaths(call);
      if (status !== 422 || !paths.includes(UNKNOWN)) taken.push(`${nameOf(call)}: ${status}`);
    }
    expect(taken).toEqual([]);
  });

  it('is ignored only by name, and only if the list contains it', () => {
    const known = new Set<string>(IGNORED_NAMES);
    const others = app.api.calls.flatMap((call) =>
      (call.ignored ?? []).filter((name) => !known.has(name)).map((name) => `${nameOf(call)}: ${name}`),
    );
    expect(others).toEqual([]);
  });

  it('of a booked visit is never ignored when it is changed', () => {
    const update = app.api.calls.find((call) => call.path === '/jobs/:id/update');
    expect(update?.ignored ?? []).toEqual([]);
  });
});

describe('an unknown query parameter', () => {
  it('is refused on every route', () => {
    const accepting = app.api.calls.filter((call) => {
      if (call.rawBody) return false; // webhooks
      const { error } = (call.query ?? z.strictObject({})).safeParse({ [UNKNOWN]: '1' });
      return !error?.issues.some(({ code }) => code === 'unrecognized_keys');
    });
    expect(accepting.map(nameOf)).toEqual([]);
  });

  it.each(['/api/packages', '/api/cms/site', '/api/regions'])('is a 422 of %s', async (path) => {
    const reply = await app.request({ method: 'GET', url: `${path}?${UNKNOWN}=1` });
    expect(reply).toMatchObject({ status: 422, body: { errors: [{ path: UNKNOWN }] } });
  });
});
