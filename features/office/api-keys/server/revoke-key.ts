import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { ApiKey } from '../contract.ts';
import { toApiKey } from './key-record.ts';

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
    if (row.revoked_at !== null) {
      noChange(tx);
      return toApiKey(tx, row);
    }
    const revoked = await tx.db
      .updateTable('api_key')
      .set({ revoked_at: tx.clock.now().toString(), revoked_by: tx.actor.id })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(tx, { action: 'api-key.revoked', subject: { kind: 'api-key', id } });
    return toApiKey(tx, revoked);
  });
}
