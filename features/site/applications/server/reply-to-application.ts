import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { addStep } from '#platform/server/inbox.ts';
import { sendKind } from '#platform/server/messages.ts';
import type { ApplicationReply } from '../contract.ts';
import { APPLICATION_REPLY } from '../texts/mails.ts';
import { APPLICATION, KIND } from './application-record.ts';

/**
 * Replies by e-mail. The state of the application is not changed: the office decides about it. The reply is stored with
 * the application rather than in the audit trail, so that it is deleted with it.
 */
export function replyToApplication(
  ctx: ContextOf<'admin'>,
  id: string,
  text: string,
): Promise<ApplicationReply | Refusal<'not_found' | 'no_email' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const row = await APPLICATION.find(tx, id);
    if (row === undefined || row.trashedAt !== null) return refuse('not_found');
    if (row.email === '') return refuse('no_email');
    await sendKind(tx, APPLICATION_REPLY, { to: { email: row.email }, data: { text } });
    await addStep(tx, { kind: KIND, id }, { reply: text });
    await audit(tx, { action: 'application.replied', subject: { kind: KIND, id } });
    const replied = await APPLICATION.read(tx, id);
    return isRefusal(replied) ? replied : saveIdempotentReply(tx, replied);
  });
}
