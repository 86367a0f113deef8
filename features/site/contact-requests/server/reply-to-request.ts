import { dayOf, readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { addStep } from '#platform/server/inbox.ts';
import { sendKind } from '#platform/server/messages.ts';
import type { RequestReply } from '../contract.ts';
import { type RequestState, stateAfterReply } from '../rules/states.ts';
import { REQUEST_REPLY } from '../texts/mails.ts';
import { KIND, REQUEST } from './request-record.ts';

/**
 * Replies by e-mail. The reply is stored with the request rather than in the audit trail, so that it is deleted with
 * it.
 */
export function replyToRequest(
  ctx: ContextOf<'admin'>,
  id: string,
  text: string,
): Promise<RequestReply | Refusal<'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const before = await REQUEST.find(tx, id);
    if (before === undefined || before.trashedAt !== null) return refuse('not_found');
    const day = dayOf(readDatabaseTime(before.createdAt), tx.config.BUSINESS_TZ).toString();
    const { email, subject, message } = before;
    await sendKind(tx, REQUEST_REPLY, { to: { email }, data: { text, subject, message, day } });
    await addStep(tx, { kind: KIND, id }, { reply: text });
    await audit(tx, { action: 'contact_request.replied', subject: { kind: KIND, id } });
    const answered = await REQUEST.update(tx, id, (row) => ({
      state: stateAfterReply(row.state as RequestState),
    }));
    return isRefusal(answered) ? answered : saveIdempotentReply(tx, answered);
  });
}
