import { createHash, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { ApiKey as KeyTable } from '#database/generated.ts';
import { adminNames, checkCurrentPassword } from '#features/people/accounts/server/index.ts';
import { anyone } from '#platform/kernel/actor.ts';
import {
  dayBounds,
  dayOf,
  readDatabaseTime,
  readDatabaseTimeOrNull,
  readDay,
  wireTime,
  wireTimeOrNull,
} from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { API_KEY_PREFIX, type FindApiKey } from '#platform/server/api-keys.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { Context, ContextOf, Services, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { throttle } from '#platform/server/throttle.ts';
import type { ApiKey, createApiKey as call } from '../contract.ts';
import { isNewUse, type KeyRole, keyState, MAX_ACTIVE_KEYS, REQUESTS_PER_MINUTE } from '../rules/api-key.ts';

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
    .select(['revokedAt', 'expiresAt'])
    .where('revokedAt', 'is', null)
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
      id: tx.newID(),
      name: of.name,
      officeRole: of.officeRole,
      hash: hashOf(of.key),
      last4: of.key.slice(-4),
      createdBy: tx.actor.id,
      createdAt: tx.clock.now().toString(),
      expiresAt: of.expiresAt?.toString() ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

type KeyRow = Selectable<KeyTable>;

/** What is stored of a key. */
export function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function stateOf(row: Pick<KeyRow, 'revokedAt' | 'expiresAt'>, now: Temporal.Instant) {
  return keyState(
    { revokedAt: readDatabaseTimeOrNull(row.revokedAt), expiresAt: readDatabaseTimeOrNull(row.expiresAt) },
    now,
  );
}

async function toApiKeys(ctx: Context, rows: readonly KeyRow[]): Promise<ApiKey[]> {
  const admins = rows.flatMap((row) => [row.createdBy, ...(row.revokedBy === null ? [] : [row.revokedBy])]);
  const names = await adminNames(ctx, [...new Set(admins)]);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    officeRole: row.officeRole as KeyRole,
    state: stateOf(row, ctx.clock.now()),
    last4: row.last4,
    createdAt: wireTime(row.createdAt),
    createdBy: names.get(row.createdBy) ?? '',
    expiresOn: row.expiresAt === null ? null : lastDayBefore(ctx, row.expiresAt),
    lastUsedAt: wireTimeOrNull(row.lastUsedAt),
    lastUsedFrom: row.lastUsedFrom,
    revokedAt: wireTimeOrNull(row.revokedAt),
    revokedBy: names.get(row.revokedBy ?? '') ?? '',
  }));
}

async function toApiKey(ctx: Context, row: KeyRow): Promise<ApiKey> {
  const [key] = await toApiKeys(ctx, [row]);
  if (key === undefined) throw new Error('An API key was not converted.');
  return key;
}

/** A key expires at the end of a day, which is the start of the next one. */
function lastDayBefore({ config }: Context, expiresAt: string): string {
  return dayOf(readDatabaseTime(expiresAt), config.BUSINESS_TZ).subtract({ days: 1 }).toString();
}

/** How long a key is listed after it was revoked or has expired. Its row stays: the audit trail names it. */
const LISTED = Temporal.Duration.from({ hours: 90 * 24 });

/** Newest first. */
export async function listApiKeys(ctx: Context): Promise<{ items: ApiKey[] }> {
  const since = ctx.clock.now().subtract(LISTED).toString();
  const rows = await ctx.db
    .selectFrom('api_key')
    .selectAll()
    .where(({ eb, or }) => or([eb('revokedAt', 'is', null), eb('revokedAt', '>', since)]))
    .where(({ eb, or }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', since)]))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return { items: await toApiKeys(ctx, rows) };
}

/** Revokes a key: its next request is refused. No effect on one that is revoked already. */
export async function revokeApiKey(
  ctx: ContextOf<'admin'>,
  id: string,
): Promise<ApiKey | Refusal<'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const row = await tx.db
      .selectFrom('api_key')
      .selectAll()
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (row === undefined) return refuse('not_found');
    if (row.revokedAt !== null) {
      noChange(tx);
      return toApiKey(tx, row);
    }
    const revoked = await tx.db
      .updateTable('api_key')
      .set({ revokedAt: tx.clock.now().toString(), revokedBy: tx.actor.id })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(tx, { action: 'api-key.revoked', subject: { kind: 'api-key', id } });
    return toApiKey(tx, revoked);
  });
}

const MINUTE = Temporal.Duration.from({ minutes: 1 });

/**
 * The actor of a key that works, and counts the request. One read by its hash: a hash of 256 random bits can be looked up
 * by index, because the time that takes tells nothing about another key.
 */
export const findApiKey: FindApiKey = async (services, { key, ip }) => {
  const row = await services.db
    .selectFrom('api_key')
    .select(['id', 'officeRole', 'revokedAt', 'expiresAt', 'lastUsedAt'])
    .where('hash', '=', hashOf(key))
    .executeTakeFirst();
  const now = services.clock.now();
  if (row === undefined || stateOf(row, now) !== 'active') return null;
  const asClient = { ...services, actor: anyone, ip, userAgent: '', requestID: '' };
  const rule = { key: `api-key:${row.id}`, most: REQUESTS_PER_MINUTE, per: MINUTE };
  const refused = await throttle(asClient, rule);
  if (refused) return refused;
  if (isNewUse(readDatabaseTimeOrNull(row.lastUsedAt), now)) await noteUse(services, row.id, ip);
  return {
    role: 'admin',
    id: row.id,
    sessionID: '',
    officeRole: row.officeRole as KeyRole,
    apiKey: true,
  };
};

async function noteUse({ db, clock }: Services, id: string, ip: string): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ lastUsedAt: clock.now().toString(), lastUsedFrom: ip })
    .where('id', '=', id)
    .execute();
}
