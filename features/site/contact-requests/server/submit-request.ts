import type { z } from 'zod';
import { mailOffice } from '#features/people/accounts/server/index.ts';
import { instantToWire } from '#platform/kernel/business-time.ts';
import type { Refusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { throttleSubmission } from '#platform/server/inbox.ts';
import type { contactRequests, submitBody } from '../contract.ts';
import { newRequestMail } from '../texts/mails.ts';
import { KIND, REQUEST } from './request-record.ts';

type Submitted = z.output<typeof contactRequests.create.reply>;

/** Stores a message and notifies the office. Bot submissions get the same reply and are discarded. */
export async function submitRequest(
  ctx: Context,
  { website = '', ...written }: z.output<typeof submitBody>,
): Promise<Submitted | Refusal<'throttled' | 'unavailable'>> {
  const blocked = await throttleSubmission(ctx, KIND);
  if (blocked) return blocked;
  if (website !== '') return { id: ctx.newID(), ...written, createdAt: instantToWire(ctx.clock.now()) };
  return inTransaction(ctx, async (tx) => {
    const { id, createdAt } = await REQUEST.insert(tx, { ...written, state: 'new', note: '' });
    await mailOffice(tx, newRequestMail({ id, ...written }, tx.config.PUBLIC_URL));
    return saveIdempotentReply(tx, { id, ...written, createdAt });
  });
}
