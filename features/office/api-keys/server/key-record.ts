import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { ApiKey as KeyTable } from '#database/generated.ts';
import { adminNames } from '#features/people/accounts/server/index.ts';
import {
  dayOf,
  readDatabaseTime,
  readDatabaseTimeOrNull,
  wireTime,
  wireTimeOrNull,
} from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { ApiKey } from '../contract.ts';
import { type KeyRole, keyState } from '../rules/api-key.ts';

export type KeyRow = Selectable<KeyTable>;

/** What is stored of a key. */
export function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

export function stateOf(row: Pick<KeyRow, 'revoked_at' | 'expires_at'>, now: Temporal.Instant) {
  return keyState(
    { revokedAt: readDatabaseTimeOrNull(row.revoked_at), expiresAt: readDatabaseTimeOrNull(row.expires_at) },
    now,
  );
}

export async function toApiKeys(ctx: Context, rows: readonly KeyRow[]): Promise<ApiKey[]> {
  const admins = rows.flatMap((row) => [
    row.created_by,
    ...(row.revoked_by === null ? [] : [row.revoked_by]),
  ]);
  const names = await adminNames(ctx, [...new Set(admins)]);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    officeRole: row.office_role as KeyRole,
    state: stateOf(row, ctx.clock.now()),
    last4: row.last4,
    createdAt: wireTime(row.created_at),
    createdBy: names.get(row.created_by) ?? '',
    expiresOn: row.expires_at === null ? null : lastDayBefore(ctx, row.expires_at),
    lastUsedAt: wireTimeOrNull(row.last_used_at),
    lastUsedFrom: row.last_used_from,
    revokedAt: wireTimeOrNull(row.revoked_at),
    revokedBy: names.get(row.revoked_by ?? '') ?? '',
  }));
}

export async function toApiKey(ctx: Context, row: KeyRow): Promise<ApiKey> {
  const [key] = await toApiKeys(ctx, [row]);
  if (key === undefined) throw new Error('An API key was not converted.');
  return key;
}

/** A key expires at the end of a day, which is the start of the next one. */
function lastDayBefore({ config }: Context, expiresAt: string): string {
  return dayOf(readDatabaseTime(expiresAt), config.BUSINESS_TZ).subtract({ days: 1 }).toString();
}
