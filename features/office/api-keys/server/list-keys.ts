import type { Context } from '#platform/server/context.ts';
import type { ApiKey } from '../contract.ts';
import { toApiKeys } from './key-record.ts';

/** How long a key is listed after it was revoked or has expired. Its row stays: the audit trail names it. */
const LISTED = Temporal.Duration.from({ hours: 90 * 24 });

/** Newest first. */
export async function listApiKeys(ctx: Context): Promise<{ items: ApiKey[] }> {
  const since = ctx.clock.now().subtract(LISTED).toString();
  const rows = await ctx.db
    .selectFrom('api_key')
    .selectAll()
    .where(({ eb, or }) => or([eb('revoked_at', 'is', null), eb('revoked_at', '>', since)]))
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', since)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return { items: await toApiKeys(ctx, rows) };
}
