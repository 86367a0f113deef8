import type { z } from 'zod';
import { dayOf, readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import { readContact } from '#platform/server/business.ts';
import type { ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { keepReply } from '#platform/server/idempotency.ts';
import { addStep } from '#platform/server/inbox.ts';
import { sendMail } from '#platform/server/messages.ts';
import type { contactRequests, RequestReply } from '../contract.ts';
import { requestReplyMail } from '../rules/mails.ts';
import { stateAfterReply } from '../rules/states.ts';
import { COLUMNS, KIND, REQUEST, withHistory } from './request-record.ts';

type Changed = Promise<RequestReply | Refusal<'not_found' | 'unavailable'>>;

/** Changes a request; another state is written down with who and when. */
export function updateRequest(
  ctx: ContextOf<'admin'>,
  id: string,
  fields: z.output<typeof contactRequests.update.body>,
): Changed {
  return inTransaction(ctx, async (tx) => {
    let before: string | undefined;
    const item = await REQUEST.update(tx, id, (row) => {
      before = row.state;
      return COLUMNS.toRow(fields);
    });
    if (isRefusal(item)) return item;
    if (item.state !== before) await addStep(tx, { kind: KIND, id }, { state: item.state });
    return withHistory(tx, item);
  });
}

/** Replies by mail. The reply is kept with the request. */
export function replyToRequest(ctx: ContextOf<'admin'>, id: string, text: string): Changed {
  return inTransaction(ctx, async (tx) => {
    const before = await REQUEST.find(tx, id);
    if (before === undefined || before.trashed_at !== null) return refuse('not_found');
    const business = await readContact(tx);
    const day = dayOf(readDatabaseTime(before.created_at), tx.config.BUSINESS_TZ);
    await sendMail(tx, requestReplyMail(before, { text, business, day }));
    await addStep(tx, { kind: KIND, id }, { reply: text });
    await audit(tx, {
      action: 'contact_request.replied',
      subject: { kind: KIND, id },
      after: { reply: text },
    });
    const answered = await updateRequest(tx, id, { state: stateAfterReply(before.state as never) });
    return isRefusal(answered) ? answered : keepReply(tx, answered);
  });
}
