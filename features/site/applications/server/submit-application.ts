import type { z } from 'zod';
import { mailOffice } from '#features/people/accounts/server/index.ts';
import { instantToWire } from '#platform/kernel/business-time.ts';
import type { Refusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { throttleSubmission } from '#platform/server/inbox.ts';
import type { applications, submitBody } from '../contract.ts';
import { newApplicationMail } from '../texts/mails.ts';
import { APPLICATION, KIND } from './application-record.ts';

type Submitted = z.output<typeof applications.create.reply>;

/** Stores an application and notifies the office. Bot submissions get the same reply and are discarded. */
export async function submitApplication(
  ctx: Context,
  { website = '', ...written }: z.output<typeof submitBody>,
): Promise<Submitted | Refusal<'throttled' | 'unavailable'>> {
  const blocked = await throttleSubmission(ctx, KIND);
  if (blocked) return blocked;
  if (website !== '') return { id: ctx.newID(), ...written, createdAt: instantToWire(ctx.clock.now()) };
  return inTransaction(ctx, async (tx) => {
    const { id, createdAt } = await APPLICATION.insert(tx, { ...written, state: 'new', note: '' });
    await mailOffice(tx, newApplicationMail({ id, ...written }, tx.config.PUBLIC_URL));
    return saveIdempotentReply(tx, { id, ...written, createdAt });
  });
}
