import { setTimeout as sleep } from 'node:timers/promises';
import { readDatabaseTime } from '../kernel/business-time.ts';
import { type Channel, writeDefault } from '../kernel/message-kind.ts';
import { isRefusal } from '../kernel/refusal.ts';
import { ENGLISH } from '../kernel/translate.ts';
import { systemClock } from './clock.ts';
import type { Context } from './context.ts';
import { isDatabaseBusy } from './database/database-busy.ts';
import { inTransaction } from './database/transaction.ts';
import {
  claimMessage,
  type LeftAs,
  type MessageRow,
  markFailed,
  markSent,
  markUseless,
  withoutLinkSecrets,
} from './message-log.ts';
import {
  laneRule,
  MAX_TRIES,
  type NotWritten,
  type QueuedMessage,
  queuedTask,
  requireOneLine,
  type Unkept,
  type WrittenMessage,
} from './messages.ts';
import { MessageRefused } from './providers/message-refused.ts';
import type { SmsMessage } from './providers/sms.ts';
import type { CronJobs } from './run-cron-jobs.ts';
import type { TaskGroups, Tasks } from './tasks.ts';
import { throttle } from './throttle.ts';

/** Delay of a message that is over the rate cap. */
const OVER_CAP_DELAY = Temporal.Duration.from({ minutes: 1 });
/** A minute and a half of retries, within the time limit of a task. */
const MAX_SAVES = 90;
const SAVE_AGAIN_MS = 1000;
/** Number of held messages released in one transaction. */
const BATCH = 500;
/** Retention of the log: as long as a customer may ask to whom their data was given. */
const RETENTION = Temporal.Duration.from({ hours: 365 * 24 });

export const messageTasks: Tasks = {
  'write-and-send': deliver,
  'send-code': deliver,
};

export const messageTaskGroups: TaskGroups = {
  'send-code': 'codes',
  'write-and-send': 'providers',
};

export const messageCronJobs: CronJobs = { 'messages:release': releaseHeld, 'messages:purge': purgeMessages };

/**
 * One attempt. A message is sent once: a concurrent or later attempt finds it sent. Only a process that dies between
 * the gateway's answer and our commit sends it again, under the same id. A mailbox can deduplicate by that id; an SMS
 * gateway cannot.
 */
async function deliver(ctx: Context, queued: QueuedMessage): Promise<void> {
  if (isTooLate(ctx, queued.notAfter)) return markUseless(ctx, queued.id);
  if (!(await canSendNow(ctx, queued))) return;
  const message = await claimMessage(ctx, queued.id);
  if (message === null) return;
  const written = await writeOrFail(ctx, message, queued);
  if (written === null) return;
  if ('skipped' in written) return markUseless(ctx, queued.id, written.skipped);
  if (await sendOrFail(ctx, message, written)) await saveSent(ctx, queued.id, written.left);
}

/** Null if it cannot be written, which another attempt would not change. @throws while the database is unreachable */
async function writeOrFail(
  ctx: Context,
  message: MessageRow,
  queued: QueuedMessage,
): Promise<Outgoing | NotWritten | null> {
  try {
    return await write(ctx, message, queued);
  } catch (error) {
    const isBusy = isDatabaseBusy(error);
    const isLast = !isBusy || message.attempts >= MAX_TRIES;
    const busy = `The database was busy.${isLast ? '' : ' It will be tried again.'}`;
    await markFailed(ctx, message.id, { why: isBusy ? busy : NOT_WRITABLE, isLast });
    if (isBusy) throw error;
    ctx.log.error({ err: error, wake: true, kind: message.kind }, 'message cannot be written, not sent');
    return null;
  }
}

/** False if the gateway refuses the message for good. @throws when another attempt may succeed */
async function sendOrFail(ctx: Context, message: MessageRow, { send }: Outgoing): Promise<boolean> {
  try {
    await send();
    return true;
  } catch (error) {
    const isRefused = error instanceof MessageRefused;
    await markFailed(ctx, message.id, {
      why: reasonOf(error),
      isLast: isRefused || message.attempts >= MAX_TRIES,
    });
    if (!isRefused) throw error;
    ctx.log.warn({ err: error, kind: message.kind }, 'message refused by the gateway, not sent again');
    return false;
  }
}

const NOT_WRITABLE = 'Kemas could not write this message, so nothing was sent. The server’s log says why.';

/**
 * The message has been sent. While the database is unreachable, saving that is retried, because a message not known to
 * be sent is sent again.
 */
async function saveSent(ctx: Context, id: string, left: LeftAs): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await markSent(ctx, id, left);
    } catch (error) {
      if (!isDatabaseBusy(error) || attempt === MAX_SAVES) throw error;
      await sleep(SAVE_AGAIN_MS);
    }
  }
}

/** For the office, without the message's text, which gateways sometimes repeat in their error. */
function reasonOf(error: unknown): string {
  const { code, responseCode, status } = error as Readonly<Record<string, unknown>>;
  const said = [code, responseCode, status].find(
    (word) => typeof word === 'string' || typeof word === 'number',
  );
  return said === undefined ? 'The gateway did not take it.' : `The gateway did not take it (${said}).`;
}

/** A message ready to hand over. */
interface Outgoing {
  readonly send: () => Promise<void>;
  /** What the log keeps of it. */
  readonly left: LeftAs;
}

async function write(
  ctx: Context,
  logged: MessageRow,
  { mail, unkept }: QueuedMessage,
): Promise<Outgoing | NotWritten> {
  const { id } = logged;
  if (mail !== undefined) return { send: await mailOut(ctx, { id, ...mail }), left: {} };
  const message = unkept === undefined ? logged : withUnkept(logged, unkept);
  const writeKind = ctx.composed.messageWriter?.write ?? writeInDefaultWords;
  if (message.recipient === '') return { skipped: 'There is nobody to write to any more.' };
  const written = await writeKind(ctx, message);
  if ('skipped' in written) return written;
  const {
    language,
    subject = '',
    body,
    logged: forLog = body,
    html,
    attachments,
    replyTo,
    unsubscribeUrl,
  } = written;
  const { recipient: to } = message;
  const send =
    message.channel === 'sms'
      ? () => sendText(ctx, { id, to, body })
      : await mailOut(ctx, {
          id,
          to,
          subject,
          body,
          ...(html && { html }),
          ...(attachments && { attachments }),
          ...(replyTo && { replyTo }),
          ...(unsubscribeUrl && { unsubscribeUrl }),
        });
  if (unkept !== undefined) return { send, left: { language } };
  const kept = withoutLinkSecrets(forLog);
  return { send, left: { language, body: kept, ...(message.channel === 'email' && { subject }) } };
}

/** By the first channel that takes it, otherwise as an SMS. */
async function sendText(ctx: Context, text: SmsMessage): Promise<void> {
  for (const send of Object.values(ctx.composed.messageChannels ?? {})) if (await send(ctx, text)) return;
  await ctx.providers.sms.send(text);
}

function withUnkept(message: MessageRow, { to, data }: Unkept): MessageRow {
  return { ...message, recipient: to, data: data as MessageRow['data'] };
}

/** Used in a composition without the feature that owns the templates. */
async function writeInDefaultWords(ctx: Context, message: MessageRow): Promise<WrittenMessage> {
  const kind = ctx.composed.messageKinds?.[message.kind];
  if (kind === undefined) throw new Error(`Unhandled message kind ${message.kind}.`);
  const site = ctx.config.PUBLIC_URL ?? '';
  const around = {
    ...ENGLISH,
    zone: ctx.config.BUSINESS_TZ,
    business: 'Kemas',
    phone: '',
    site,
  };
  const data = message.data as never;
  return { language: 'en', ...writeDefault(kind, message.channel as Channel, { data, around }) };
}

type MailAsSent = Omit<Parameters<Context['providers']['mail']['send']>[0], 'senderName'>;

/** @throws when the address or subject has a line break, which could inject a header. */
async function mailOut(ctx: Context, mail: MailAsSent): Promise<() => Promise<void>> {
  const senderName = (await ctx.composed.senderNames?.mail?.(ctx)) ?? '';
  for (const header of [mail.to, mail.subject, mail.replyTo ?? '', senderName]) requireOneLine(header);
  return () => ctx.providers.mail.send({ ...mail, ...(senderName && { senderName }) });
}

/**
 * Protects against a runaway loop and SMS pumping: a message over the cap is queued again for a minute later, without
 * using up an attempt.
 */
async function canSendNow(ctx: Context, message: QueuedMessage): Promise<boolean> {
  const rule = laneRule(ctx, message.lane);
  if ((await throttle(ctx, rule)) === null) return true;
  ctx.log.error({ wake: true, most: rule.most }, 'rate limit MESSAGES_PER_MINUTE exceeded: message delayed');
  const notBefore = systemClock.now().add(OVER_CAP_DELAY);
  const queued = await inTransaction(ctx, (tx) =>
    tx.outbox.publishAll(tx, [queuedTask(message, { notBefore })]),
  );
  if (isRefusal(queued)) throw new Error('The message could not be queued again.');
  return false;
}

function isTooLate(ctx: Context, notAfter: string | undefined): boolean {
  if (notAfter === undefined) return false;
  const late = Temporal.Instant.compare(ctx.clock.now(), Temporal.Instant.from(notAfter)) > 0;
  if (late) ctx.log.info('message expired before sending');
  return late;
}

/** Cron job. Queues messages held overnight, in the order in which they were published. */
async function releaseHeld(ctx: Context): Promise<void> {
  for (;;) {
    const released = await inTransaction(ctx, async (tx) => {
      const due = await tx.db
        .selectFrom('message')
        .select(['id', 'channel', 'notAfter'])
        .where('state', '=', 'held')
        .where('dueAt', '<=', tx.clock.now().toString())
        .orderBy('dueAt')
        .orderBy('id')
        .limit(BATCH)
        .forUpdate()
        .skipLocked()
        .execute();
      if (due.length === 0) return 0;
      const ids = due.map(({ id }) => id);
      await tx.db.updateTable('message').set({ state: 'queued' }).where('id', 'in', ids).execute();
      const tasks = due.map(({ id, channel, notAfter }) =>
        queuedTask({
          id,
          lane: channel as Channel,
          ...(notAfter === null ? {} : { notAfter: readDatabaseTime(notAfter).toString() }),
        }),
      );
      await tx.outbox.publishAll(tx, tasks);
      return due.length;
    });
    if (isRefusal(released)) throw new Error('Messages that are due could not be queued.');
    if (released < BATCH) return;
  }
}

/** Cron job. Deletes messages sent more than a year ago. */
async function purgeMessages({ db, clock }: Context): Promise<void> {
  const limit = clock.now().subtract(RETENTION).toString();
  const old = db.selectFrom('message').select('id').where('createdAt', '<', limit).limit(5000);
  await db.deleteFrom('message').where('id', 'in', old).execute();
}
