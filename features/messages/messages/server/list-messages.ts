import { type ExpressionBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { cleanerMobiles } from '#features/people/cleaners/server/index.ts';
import { getCustomer } from '#features/people/customers/server/index.ts';
import type { Language } from '#languages/index.ts';
import { readDatabaseTime, wireTime, wireTimeOrNull } from '#platform/kernel/business-time.ts';
import type { Channel } from '#platform/kernel/message-kind.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import type { DB } from '#platform/server/database/database.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { csvTime } from '#platform/server/lists/csv.ts';
import { matchesWords } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import { dropFailed, findMessage, type MessageRow } from '#platform/server/message-log.ts';
import { unwrittenTask } from '#platform/server/messages.ts';
import { taskKeyOf } from '#platform/server/outbox.ts';
import type { listMessages as call, MessageReply } from '../contract.ts';
import { isExpired, mayBeRepeated } from '../rules/may-send-again.ts';
import { isKind, kindOf } from '../texts/kinds.ts';

/** Each can be null, so the index `message_words` has one column for each. */
const SEARCHED = ['message.recipient', 'message.subject', 'message.body'];

/** The message log, newest first. */
export function listMessages(ctx: Context, query: z.output<typeof call.query>): ListOutcome {
  const { jobID, customerID, q } = query;
  let rows = ctx.db
    .selectFrom('message')
    .selectAll()
    .where(({ or }) => or(SEARCHED.map((column) => matchesWords(q, [column]))));
  if (jobID !== undefined) rows = rows.where('jobID', '=', jobID);
  // Messages to the crew of their visits are not messages to the customer.
  if (customerID !== undefined)
    rows = rows.where('customerID', '=', customerID).where('cleanerID', 'is', null);
  const now = ctx.clock.now();
  return listOf(ctx, query, {
    name: 'messages',
    rows,
    sort: { createdAt: ['message.createdAt'] },
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

function toMessageReply(row: MessageRow, now: Temporal.Instant): MessageReply {
  const { kind } = row;
  return {
    id: row.id,
    kind,
    title: isKind(kind) ? kindOf(kind).title : (row.subject ?? 'Message'),
    channel: row.channel as Channel,
    to: row.recipient,
    customerID: row.customerID,
    cleanerID: row.cleanerID,
    jobID: row.jobID,
    jobVersion: row.jobVersion,
    language: row.language as Language | null,
    subject: row.subject ?? '',
    body: row.body ?? '',
    state: row.state as MessageReply['state'],
    attempts: row.attempts,
    failure: row.failure,
    dueAt: wireTime(row.dueAt),
    createdAt: wireTime(row.createdAt),
    sentAt: wireTimeOrNull(row.sentAt),
    deliveredAt: wireTimeOrNull(row.deliveredAt),
    canResend: mayBeRepeated(row, now),
    canDrop: row.state === 'failed' && !isExpired(row, now),
  };
}

/** After that, the office can no longer make good for a message. */
const UNDELIVERED_FOR = { hours: 7 * 24 };
/** Sign-in codes: a person who did not receive one has requested another. */
const CODE = 'code';

/** Messages that could not be delivered, have not been sent again and are still of use. */
function isUndelivered({ clock }: Context) {
  const now = clock.now();
  return (message: ExpressionBuilder<DB, 'message'>) =>
    message.and([
      message('message.state', '=', 'failed'),
      message('message.kind', '<>', CODE),
      message('message.createdAt', '>', now.subtract(UNDELIVERED_FOR).toString()),
      message.or([message('message.notAfter', 'is', null), message('message.notAfter', '>', now.toString())]),
      message.not(
        message.exists(
          message
            .selectFrom('message as again')
            .select('again.id')
            .whereRef('again.repeats', '=', 'message.id'),
        ),
      ),
    ]);
}

/** The first of them, longest ago first. */
export async function findUndelivered(ctx: Context, limit: number): Promise<MessageReply[]> {
  const rows = await ctx.db
    .selectFrom('message')
    .selectAll('message')
    .where(isUndelivered(ctx))
    .orderBy('message.createdAt')
    .orderBy('message.id')
    .limit(limit)
    .execute();
  return rows.map((row) => toMessageReply(row, ctx.clock.now()));
}

export async function countUndelivered(ctx: Context): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('message')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isUndelivered(ctx))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Sends a message again to its reader's current address. Requested by a person, so quiet hours do not apply.
 */
export function resendMessage(
  ctx: ContextOf<'admin'>,
  id: string,
): Promise<MessageReply | Refusal<'not_found' | 'not_resendable' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const row = await findMessage(tx, id);
    if (row === undefined) return refuse('not_found');
    if (!mayBeRepeated(row, tx.clock.now())) return refuse('not_resendable');
    const task = unwrittenTask(tx, {
      kind: row.kind,
      channel: row.channel as Channel,
      to: await addressOf(tx, row),
      customerID: row.customerID,
      cleanerID: row.cleanerID,
      data: row.data,
      repeats: row.id,
      ...(row.jobID !== null && { job: { id: row.jobID, version: row.jobVersion ?? 0 } }),
      ...(row.notAfter !== null && { notAfter: readDatabaseTime(row.notAfter) }),
    });
    await tx.outbox.publishAll(tx, [task]);
    // Otherwise it could be sent once more from the failed tasks.
    await tx.outbox.withdraw(tx, [taskKeyOf(row)]);
    await audit(tx, {
      action: 'message.resent',
      subject: { kind: 'message', id },
      after: { kind: row.kind },
    });
    const repeated = task.message && (await findMessage(tx, task.message.id));
    if (repeated === undefined) throw new Error('The published message is not in the log.');
    return saveIdempotentReply(tx, toMessageReply(repeated, tx.clock.now()));
  });
}

/** The person may have another number by now; a closed account has none. */
async function addressOf(tx: Tx, row: MessageRow): Promise<string> {
  if (row.cleanerID !== null) return (await cleanerMobiles(tx, [row.cleanerID]))[0]?.mobile ?? row.recipient;
  const customer = row.customerID === null ? null : await getCustomer(tx, row.customerID);
  const now = row.channel === 'sms' ? customer?.mobile : customer?.email;
  return now || row.recipient;
}

/** Takes a message that could not be sent from the office's lists. It can then no longer be sent. */
export function dropMessage(
  ctx: ContextOf<'admin'>,
  id: string,
): Promise<MessageReply | Refusal<'not_found' | 'not_droppable' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const dropped = await dropFailed(tx, id);
    const row = await findMessage(tx, id);
    if (row === undefined) return refuse('not_found');
    if (dropped) {
      // Otherwise it could still be sent from the failed tasks.
      await tx.outbox.withdraw(tx, [taskKeyOf(row)]);
      await audit(tx, {
        action: 'message.dropped',
        subject: { kind: 'message', id },
        after: { kind: row.kind },
      });
    } else if (row.state === 'failed') noChange(tx);
    else return refuse('not_droppable');
    return saveIdempotentReply(tx, toMessageReply(row, tx.clock.now()));
  });
}
