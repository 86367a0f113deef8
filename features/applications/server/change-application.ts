import type { z } from 'zod';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import { readContact } from '#platform/server/business.ts';
import type { ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { keepReply } from '#platform/server/idempotency.ts';
import { addStep } from '#platform/server/inbox.ts';
import { sendMail } from '#platform/server/messages.ts';
import type { ApplicationReply, applications } from '../contract.ts';
import { applicationReplyMail } from '../rules/mails.ts';
import { APPLICATION, COLUMNS, KIND, toApplicationItem, withHistory } from './application-record.ts';

type Changed = Promise<ApplicationReply | Refusal<'not_found' | 'unavailable'>>;

/** Changes an application; another state is written down with who and when. */
export function updateApplication(
  ctx: ContextOf<'admin'>,
  id: string,
  fields: z.output<typeof applications.update.body>,
): Changed {
  return inTransaction(ctx, async (tx) => {
    let before: string | undefined;
    const item = await APPLICATION.update(tx, id, (row) => {
      before = row.state;
      return COLUMNS.toRow(fields);
    });
    if (isRefusal(item)) return item;
    if (item.state !== before) await addStep(tx, { kind: KIND, id }, { state: item.state });
    return withHistory(tx, item);
  });
}

/** Replies by mail. The reply is kept with the application, which stays in its state: that is the office's to say. */
export function replyToApplication(
  ctx: ContextOf<'admin'>,
  id: string,
  text: string,
): Promise<ApplicationReply | Refusal<'not_found' | 'no_email' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const row = await APPLICATION.find(tx, id);
    if (row === undefined || row.trashed_at !== null) return refuse('not_found');
    if (row.email === '') return refuse('no_email');
    await sendMail(tx, applicationReplyMail(row.email, { text, business: await readContact(tx) }));
    await addStep(tx, { kind: KIND, id }, { reply: text });
    await audit(tx, { action: 'application.replied', subject: { kind: KIND, id }, after: { reply: text } });
    return keepReply(tx, await withHistory(tx, toApplicationItem(row)));
  });
}
