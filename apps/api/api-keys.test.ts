import { randomUUID } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { KEY_ROLES, type KeyRole } from '#features/office/api-keys/rules/api-key.ts';
import { addKey } from '#features/office/api-keys/server/testing/add-key.ts';
import { createWebhook, rotateWebhookSecret, updateWebhook } from '#features/office/webhooks/contract.ts';
import type { CallDefinition } from '#platform/contract/call.ts';
import { reachOf } from '#platform/kernel/policy.ts';
import { buildApp } from '#platform/server/http/build-app.ts';
import { serveLiveEvents } from '#platform/server/live/serve-live-events.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { features } from './features.ts';

const app = await startTestApp({ features });
/** A webhook would go on sending after the key is revoked, so these refuse every key: webhooks.test.ts. */
const REFUSED: readonly CallDefinition[] = [createWebhook, updateWebhook, rotateWebhookSecret];
/** Every other call that needs a session. */
const calls = app.api.calls.filter(
  (call) =>
    !call.who.includes('anyone') &&
    !REFUSED.some(({ method, path }) => method === call.method && path === call.path),
);

/** A key may make the calls that its role has as a whole, and none that are about one's own account. */
function isOpen(call: CallDefinition, officeRole: KeyRole): boolean {
  const actor = { role: 'admin', id: '', sessionID: '', officeRole } as const;
  return call.action !== undefined && reachOf(actor, call.action) === 'any';
}

async function statusOf(call: CallDefinition, jwt: string): Promise<number> {
  const { status } = await app.request({
    method: call.method,
    url: `/api${call.path.replace(/:\w+/g, randomUUID())}`,
    headers: { authorization: `Bearer ${jwt}` },
    ...(call.method === 'POST' ? { payload: {} } : {}),
  });
  return status;
}

describe.each(KEY_ROLES)('a key with the role %s', (officeRole) => {
  it('makes the calls of its role, and no others', async () => {
    const wrong: string[] = [];
    const { jwt } = await addKey(app, officeRole);
    for (const call of calls) {
      app.clock.advance({ seconds: 1 }); // below its limit
      const status = await statusOf(call, jwt);
      if ((status === 403) === isOpen(call, officeRole) || status >= 500)
        wrong.push(`${call.method} ${call.path} answered ${status}`);
    }
    expect(wrong).toEqual([]);
  });
});

test('no key may do what only owners may', () => {
  const ofOwners = calls.filter(({ action }) => action?.open.admin === 'owners');
  expect(ofOwners.map(({ path }) => path)).toContain('/api-keys');
  expect(ofOwners.filter((call) => KEY_ROLES.some((role) => isOpen(call, role)))).toEqual([]);
});

test('live events are refused: they are for open screens', async () => {
  const live = { subscribe: () => () => true, close: async () => undefined };
  const { fastify } = await buildApp({ services: app.services, routes: [], extras: [serveLiveEvents(live)] });
  const { jwt } = await addKey(app, 'office');
  const reply = await fastify.inject({ url: '/api/live', headers: { authorization: `Bearer ${jwt}` } });
  expect(reply.statusCode).toBe(403);
  await fastify.close();
});
