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
  const id = app.services.newId();
  await app.services.db
    .insertInto('api_key')
    .values({
      id,
      name: `Test ${officeRole}`,
      office_role: officeRole,
      hash: hashOf(key),
      last4: key.slice(-4),
      created_by: app.services.newId(),
      created_at: app.clock.now().toString(),
    })
    .execute();
  return { id, jwt: key };
}
