import { anyone } from '#platform/kernel/actor.ts';
import { readDatabaseTimeOrNull } from '#platform/kernel/business-time.ts';
import type { FindApiKey } from '#platform/server/api-keys.ts';
import type { Services } from '#platform/server/context.ts';
import { throttle } from '#platform/server/throttle.ts';
import { isNewUse, type KeyRole, REQUESTS_PER_MINUTE } from '../rules/api-key.ts';
import { hashOf, stateOf } from './key-record.ts';

const MINUTE = Temporal.Duration.from({ minutes: 1 });

/**
 * The actor of a key that works, and counts the request. One read by its hash: a hash of 256 random bits can be looked up
 * by index, because the time that takes tells nothing about another key.
 */
export const findApiKey: FindApiKey = async (services, { key, ip }) => {
  const row = await services.db
    .selectFrom('api_key')
    .select(['id', 'office_role', 'revoked_at', 'expires_at', 'last_used_at'])
    .where('hash', '=', hashOf(key))
    .executeTakeFirst();
  const now = services.clock.now();
  if (row === undefined || stateOf(row, now) !== 'active') return null;
  const asClient = { ...services, actor: anyone, ip, userAgent: '', requestId: '' };
  const rule = { key: `api-key:${row.id}`, most: REQUESTS_PER_MINUTE, per: MINUTE };
  const refused = await throttle(asClient, rule);
  if (refused) return refused;
  if (isNewUse(readDatabaseTimeOrNull(row.last_used_at), now)) await noteUse(services, row.id, ip);
  return {
    role: 'admin',
    id: row.id,
    sessionId: '',
    officeRole: row.office_role as KeyRole,
    apiKey: true,
  };
};

async function noteUse({ db, clock }: Services, id: string, ip: string): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ last_used_at: clock.now().toString(), last_used_from: ip })
    .where('id', '=', id)
    .execute();
}
