import { randomBytes } from 'node:crypto';
import { API_KEY_PREFIX } from '#platform/server/api-keys.ts';
import type { As, TestApp } from '#platform/testing/test-app.ts';
import type { KeyRole } from '../../rules/api-key.ts';
import { hashOf } from '../api-keys.ts';

export interface TestKey extends As {
  readonly id: string;
  readonly jwt: string;
}

/** A key with a role, inserted directly: `app.call(listJobs, {}, await addKey(app, 'office'))`. */
export async function addKey(app: TestApp, officeRole: KeyRole): Promise<TestKey> {
  const key = `${API_KEY_PREFIX}${randomBytes(32).toString('base64url')}`;
  const id = app.services.newID();
  await app.services.db
    .insertInto('api_key')
    .values({
      id,
      name: `Test ${officeRole}`,
      officeRole: officeRole,
      hash: hashOf(key),
      last4: key.slice(-4),
      createdBy: app.services.newID(),
      createdAt: app.clock.now().toString(),
    })
    .execute();
  return { id, jwt: key };
}
