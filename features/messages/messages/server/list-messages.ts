import type { z } from 'zod';
import { wireTime, wireTimeOrNull } from '#platform/kernel/business-time.ts';
import type { Channel, Language } from '#platform/kernel/message-kind.ts';
import type { Context } from '#platform/server/context.ts';
import { csvTime } from '#platform/server/lists/csv.ts';
import { matchesWords } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type { MessageRow } from '#platform/server/message-log.ts';
import type { listMessages as call, MessageReply } from '../contract.ts';
import { isKind, kindOf } from '../rules/kinds.ts';
import { isExpired, mayBeRepeated } from '../rules/resending.ts';

/** Each can be null, so the index `message_words` has one column for each. */
const SEARCHED = ['message.recipient', 'message.subject', 'message.body'];

/** The message log, newest first. */
export function listMessages(ctx: Context, query: z.output<typeof call.query>): ListOutcome {
  const { jobID, customerID, q } = query;
  let rows = ctx.db
    .selectFrom('message')
    .selectAll()
    .where(({ or }) => or(SEARCHED.map((column) => matchesWords(q, [column]))));
  if (jobID !== undefined) rows = rows.where('job_id', '=', jobID);
  // Messages to the crew of their visits are not messages to the customer.
  if (customerID !== undefined)
    rows = rows.where('customer_id', '=', customerID).where('cleaner_id', 'is', null);
  const now = ctx.clock.now();
  return listOf(ctx, query, {
    name: 'messages',
    rows,
    sort: { createdAt: ['message.created_at'] },
    defaultOrder: 'desc',
    key: 'message.id',
    toItem: (row: MessageRow) => toMessageReply(row, now),
    csv: [
      { heading: 'Date', value: (message: MessageReply) => csvTime(message.createdAt) },
      { heading: 'Message', value: (message: MessageReply) => message.title },
      { heading: 'Channel', value: (message: MessageReply) => message.channel },
      { heading: 'To', value: (message: MessageReply) => message.to },
      { heading: 'Status', value: (message: MessageReply) => message.state },
    ],
  });
}

export function toMessageReply(row: MessageRow, now: Temporal.Instant): MessageReply {
  const { kind } = row;
  return {
    id: row.id,
    kind,
    title: isKind(kind) ? kindOf(kind).title : (row.subject ?? 'Message'),
    channel: row.channel as Channel,
    to: row.recipient,
    customerID: row.customer_id,
    cleanerID: row.cleaner_id,
    jobID: row.job_id,
    jobVersion: row.job_version,
    language: row.language as Language | null,
    subject: row.subject ?? '',
    body: row.body ?? '',
    state: row.state as MessageReply['state'],
    attempts: row.attempts,
    failure: row.failure,
    dueAt: wireTime(row.due_at),
    createdAt: wireTime(row.created_at),
    sentAt: wireTimeOrNull(row.sent_at),
    deliveredAt: wireTimeOrNull(row.delivered_at),
    canResend: mayBeRepeated(row, now),
    canDrop: row.state === 'failed' && !isExpired(row, now),
  };
}
