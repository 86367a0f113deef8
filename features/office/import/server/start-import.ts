import type { z } from 'zod';
import type { Refusal } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { Batch, startImport as call } from '../contract.ts';
import { toBatch } from './batch-row.ts';

/** Starts an import without rows. */
export function startImport(
  ctx: ContextOf<'admin'>,
  { kind, source, filename, total }: z.output<typeof call.body>,
): Promise<Batch | Refusal<'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now().toString();
    const row = await tx.db
      .insertInto('import_batch')
      .values({
        id: tx.newID(),
        kind,
        source,
        filename,
        total,
        createdBy: tx.actor.id,
        createdAt: now,
        updatedAt: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = { kind, source, filename, total };
    await audit(tx, { action: 'import.started', subject: { kind: 'import', id: row.id }, after });
    return saveIdempotentReply(tx, await toBatch(tx, row));
  });
}
