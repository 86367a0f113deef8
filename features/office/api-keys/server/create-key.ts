import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { checkCurrentPassword } from '#features/people/accounts/server/index.ts';
import { dayBounds, dayOf, readDay } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { API_KEY_PREFIX } from '#platform/server/api-keys.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { ApiKey, createApiKey as call } from '../contract.ts';
import { MAX_ACTIVE_KEYS } from '../rules/api-key.ts';
import { hashOf, type KeyRow, stateOf, toApiKey } from './key-record.ts';

/** 256 random bits. */
const KEY_BYTES = 32;

type NewKey = z.output<typeof call.body>;
type Refused = Refusal<
  | 'too_many_api_keys'
  | 'current_password_needed'
  | 'current_password_wrong'
  | 'throttled'
  | 'invalid'
  | 'unavailable'
>;

/** An owner creates a key, confirmed with their own password. The reply is the only place where the key ever appears. */
export async function createApiKey(
  ctx: ContextOf<'admin'>,
  { currentPassword, name, officeRole, expiresOn }: NewKey,
): Promise<(ApiKey & { key: string }) | Refused> {
  const expiresAt = expiryOf(ctx, expiresOn ?? null);
  if (isRefusal(expiresAt)) return expiresAt;
  const refused = await checkCurrentPassword(ctx, currentPassword);
  if (refused) return refused;
  const key = `${API_KEY_PREFIX}${randomBytes(KEY_BYTES).toString('base64url')}`;
  return inTransaction(ctx, async (tx) => {
    if ((await countActive(tx)) >= MAX_ACTIVE_KEYS) return refuse('too_many_api_keys');
    const row = await insertKey(tx, { name, officeRole, expiresAt, key });
    const after = { name, officeRole, expiresOn: expiresOn ?? null };
    await audit(tx, { action: 'api-key.created', subject: { kind: 'api-key', id: row.id }, after });
    return { ...(await toApiKey(tx, row)), key };
  });
}

/** The end of the last day, in business time. */
function expiryOf(ctx: Context, expiresOn: string | null): Temporal.Instant | null | Refusal<'invalid'> {
  const day = expiresOn === null ? null : readDay(expiresOn);
  if (day === null) return null;
  const today = dayOf(ctx.clock.now(), ctx.config.BUSINESS_TZ);
  if (Temporal.PlainDate.compare(day, today) < 0)
    return refuseField('expiresOn', 'Choose today or a later day.');
  return dayBounds(day, ctx.config.BUSINESS_TZ).end;
}

/** Two owners at once may exceed the limit by one, which harms nobody. */
async function countActive(tx: Tx): Promise<number> {
  const rows = await tx.db
    .selectFrom('api_key')
    .select(['revoked_at', 'expires_at'])
    .where('revoked_at', 'is', null)
    .execute();
  return rows.filter((row) => stateOf(row, tx.clock.now()) === 'active').length;
}

function insertKey(
  tx: Tx<ContextOf<'admin'>['actor']>,
  of: Pick<NewKey, 'name' | 'officeRole'> & {
    readonly expiresAt: Temporal.Instant | null;
    readonly key: string;
  },
): Promise<KeyRow> {
  return tx.db
    .insertInto('api_key')
    .values({
      id: tx.newId(),
      name: of.name,
      office_role: of.officeRole,
      hash: hashOf(of.key),
      last4: of.key.slice(-4),
      created_by: tx.actor.id,
      created_at: tx.clock.now().toString(),
      expires_at: of.expiresAt?.toString() ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
