import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Tx } from '#platform/server/context.ts';
import { isHeldByOffice } from './holds.ts';
import { findJobs, type JobRow } from './job-rows.ts';
import { paymentRequest, paymentRequestKeys } from './visit-messages.ts';

/** Sends a new payment request for an office hold after its price or customer has changed. */
export async function renewPaymentRequest(tx: Tx, before: JobRow, job: JobRow): Promise<void> {
  if (!isHeldByOffice(job) || job.hold_id === null || job.hold_expires_at === null) return;
  await tx.outbox.withdraw(tx, paymentRequestKeys([before]));
  const rows = await tx.db
    .selectFrom('job')
    .select('id')
    .where('hold_id', '=', job.hold_id)
    .where('status', '=', 'pending')
    .execute();
  const ids = rows.map(({ id }) => id);
  const held = await findJobs(tx, ids);
  const heldUntil = readDatabaseTime(job.hold_expires_at);
  await tx.outbox.publishAll(tx, paymentRequest(tx, held, { heldUntil }));
}
