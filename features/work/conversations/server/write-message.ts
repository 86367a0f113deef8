import { messageTasks } from '#features/messages/messages/server/index.ts';
import { adminNameOf, mailOffice } from '#features/people/accounts/server/index.ts';
import { keepAccountOpen } from '#features/people/customers/server/index.ts';
import {
  aboutJob,
  aboutVisit,
  customerName,
  findVisibleJob,
  type JobRow,
} from '#features/work/jobs/server/index.ts';
import { readDatabaseTime, wireTime } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { originOf } from '#platform/server/origin.ts';
import { throttle } from '#platform/server/throttle.ts';
import type { ThreadMessage } from '../contract.ts';
import { answerThreads } from '../rules/policy.ts';
import { officeMail } from '../texts/office-mail.ts';

/** Messages per customer and hour: more is a script, or someone who should call. */
const MAX_AN_HOUR = 20;

type Writer = ContextOf<'customer' | 'admin'>;
type Refused = Refusal<'not_found' | 'throttled' | 'unavailable'>;

export async function writeMessage(
  ctx: Writer,
  jobID: string,
  text: string,
): Promise<ThreadMessage | Refused> {
  const isOffice = may(ctx.actor, answerThreads);
  const seen = await findVisibleJob(ctx, jobID);
  if (isRefusal(seen)) return seen;
  const limit = {
    key: `thread:${seen.customerID}`,
    most: MAX_AN_HOUR,
    per: Temporal.Duration.from({ hours: 1 }),
  };
  const refused = isOffice ? null : await throttle(ctx, limit);
  if (refused !== null) return refused;
  return inTransaction(ctx, async (tx) => {
    const job = await findVisibleJob(tx, jobID);
    if (isRefusal(job) || !(await keepAccountOpen(tx, job.customerID))) return refuse('not_found');
    const at = tx.clock.now().toString();
    const id = await insertMessage(tx, job, { text, isOffice, at });
    if (isOffice) await answerAll(tx, job, { id, text, at });
    else
      await mailOffice(tx, officeMail({ text, name: customerName(job), jobID, site: originOf(tx.config) }));
    return saveIdempotentReply(tx, await findThreadMessage(tx, job, id));
  });
}

async function insertMessage(
  tx: Tx<Writer['actor']>,
  job: JobRow,
  { text, isOffice, at }: { readonly text: string; readonly isOffice: boolean; readonly at: string },
): Promise<string> {
  const id = tx.newID();
  await tx.db
    .insertInto('job_message')
    .values({
      id,
      jobID: job.id,
      customerID: job.customerID,
      writtenBy: isOffice ? 'admin' : 'customer',
      adminID: isOffice ? tx.actor.id : null,
      text,
      createdAt: at,
    })
    .execute();
  return id;
}

/**
 * The audit trail does not include the text: it is only in the thread, which is deleted with the customer's account.
 */
async function answerAll(
  tx: Tx,
  job: JobRow,
  answer: { readonly id: string; readonly text: string; readonly at: string },
): Promise<void> {
  await markAnswered(tx, job.id, answer.at);
  await audit(tx, { action: 'job.answered', subject: { kind: 'job', id: job.id } });
  await tx.outbox.publishAll(
    tx,
    messageTasks(tx, {
      kind: 'office-answer',
      to: { email: job.customerEmail },
      ...aboutJob(job),
      data: { ...aboutVisit(job), answer: answer.text },
      startsAt: readDatabaseTime(job.startsAt),
      isChange: true,
      key: answerKey(answer.id),
      delay: UNSENDABLE_FOR,
    }),
  );
}

/** Longer than a page of customers takes, and the screen offers Undo. */
const UNSENDABLE_FOR = Temporal.Duration.from({ seconds: 60 });

/** The key under which the e-mail with an answer can be withdrawn while it is queued. */
function answerKey(messageID: string): string {
  return `answer:${messageID}`;
}

/** Deletes an answer whose e-mail is still queued; what it answered is open again. */
export function unsendMessage(
  ctx: ContextOf<'admin'>,
  { id: jobID, messageID }: { readonly id: string; readonly messageID: string },
): Promise<Thread | Refusal<'not_found' | 'already_sent' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const job = await findVisibleJob(tx, jobID);
    if (isRefusal(job)) return job;
    const message = await tx.db
      .selectFrom('job_message')
      .select(['id', 'createdAt'])
      .where('id', '=', messageID)
      .where('jobID', '=', jobID)
      .where('writtenBy', '=', 'admin')
      .forUpdate()
      .executeTakeFirst();
    if (message === undefined) return refuse('not_found');
    const withdrawn = await tx.outbox.withdraw(tx, [answerKey(messageID)]);
    if (withdrawn.size === 0) return refuse('already_sent');
    await tx.db.deleteFrom('job_message').where('id', '=', messageID).execute();
    const later = await tx.db
      .selectFrom('job_message')
      .select('id')
      .where('jobID', '=', jobID)
      .where('writtenBy', '=', 'admin')
      .where('createdAt', '>', message.createdAt)
      .limit(1)
      .executeTakeFirst();
    // A later answer still answers them.
    if (later === undefined)
      await tx.db
        .updateTable('job_message')
        .set({ answeredAt: null })
        .where('jobID', '=', jobID)
        .where('answeredAt', '=', message.createdAt)
        .execute();
    await audit(tx, { action: 'job.answer-unsent', subject: { kind: 'job', id: jobID } });
    return threadOf(tx, job);
  });
}

/** Marks the thread as needing no answer. Idempotent. */
export function resolveThread(
  ctx: ContextOf<'admin'>,
  jobID: string,
): Promise<Thread | Refusal<'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const job = await findVisibleJob(tx, jobID);
    if (isRefusal(job)) return job;
    if (await markAnswered(tx, jobID, tx.clock.now().toString()))
      await audit(tx, { action: 'job.thread-settled', subject: { kind: 'job', id: jobID } });
    return threadOf(tx, job);
  });
}

async function markAnswered(tx: Tx, jobID: string, at: string): Promise<boolean> {
  const answered = await tx.db
    .updateTable('job_message')
    .set({ answeredAt: at })
    .where('jobID', '=', jobID)
    .where('writtenBy', '=', 'customer')
    .where('answeredAt', 'is', null)
    .executeTakeFirst();
  return answered.numUpdatedRows > 0n;
}

interface Thread {
  readonly items: ThreadMessage[];
  readonly isWaiting: boolean;
}

/** The messages of a job that the actor may see. */
export async function readThread(ctx: Context, jobID: string): Promise<Thread | Refusal<'not_found'>> {
  const job = await findVisibleJob(ctx, jobID);
  return isRefusal(job) ? job : threadOf(ctx, job);
}

async function threadOf(ctx: Context, job: JobRow): Promise<Thread> {
  const rows = await messagesOf(ctx, job.id)
    .orderBy('job_message.createdAt')
    .orderBy('job_message.id')
    .execute();
  return {
    items: rows.map((row) => toThreadMessage(ctx, job, row)),
    isWaiting: rows.some((row) => row.writtenBy === 'customer' && row.answeredAt === null),
  };
}

function messagesOf({ db }: Context, jobID: string) {
  return db
    .selectFrom('job_message')
    .selectAll('job_message')
    .select(adminNameOf('job_message.adminID').as('adminName'))
    .where('job_message.jobID', '=', jobID);
}

type Row = Awaited<ReturnType<ReturnType<typeof messagesOf>['executeTakeFirstOrThrow']>>;

/** Customers do not see which admin wrote a message. */
function toThreadMessage(ctx: Context, job: JobRow, row: Row): ThreadMessage {
  const isOfCustomer = row.writtenBy === 'customer';
  const adminName = may(ctx.actor, answerThreads) ? (row.adminName ?? '') : '';
  return {
    id: row.id,
    jobID: row.jobID,
    writtenBy: isOfCustomer ? 'customer' : 'admin',
    name: isOfCustomer ? job.customerFirstname : adminName,
    text: row.text,
    createdAt: wireTime(row.createdAt),
  };
}

async function findThreadMessage(ctx: Context, job: JobRow, id: string): Promise<ThreadMessage> {
  const row = await messagesOf(ctx, job.id).where('job_message.id', '=', id).executeTakeFirstOrThrow();
  return toThreadMessage(ctx, job, row);
}
