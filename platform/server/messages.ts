import { isRefusal } from '../kernel/refusal.ts';
import { systemClock } from './clock.ts';
import type { Context, Tx } from './context.ts';
import { inTransaction } from './database/transaction.ts';
import { type NewTask, newTask, type TaskPayloads } from './outbox.ts';
import { takeTurn } from './turns.ts';
import type { Tasks } from './worker.ts';

export interface Sms {
  /** 65XXXXXXXX. */
  readonly to: string;
  readonly body: string;
  /** ISO 8601: after this moment it is of no use (a dead code) and is not sent any more. */
  readonly notAfter?: string;
}

export interface Mail {
  readonly to: string;
  /** Where an answer goes, if not to the sender. */
  readonly replyTo?: string;
  readonly subject: string;
  /** Plain text. */
  readonly body: string;
  readonly notAfter?: string;
}

/** What the queue holds of a message besides what it says. */
interface QueuedMessage {
  readonly id: string;
  /** ISO 8601: its turn within the cap, once it had to wait for one. */
  readonly turn?: string;
  /** What whoever takes it back wants to know. */
  readonly note?: unknown;
}

declare module './outbox.ts' {
  interface TaskPayloads {
    'send-sms': Sms & QueuedMessage;
    'send-mail': Mail & QueuedMessage;
  }
}

declare module './feature.ts' {
  interface Feature {
    /** Under which names messages go out; empty: the one that the operator has configured. */
    readonly senderNames?: { readonly mail?: (ctx: Context) => Promise<string> };
  }
}

/** About half an hour of tries for an SMS; about a day for an e-mail. Waiting for a turn is no try. */
const ATTEMPTS = { 'send-sms': 8, 'send-mail': 14 } as const;
/** A turn that was not taken by then (the worker stood still) is gone, and another one is waited for. */
const TURN_LIFE = Temporal.Duration.from({ minutes: 1 });
/** The queue's clock and the app's differ by less. */
const TURN_EARLY = Temporal.Duration.from({ seconds: 1 });

/** A message that waits a while, so that it can be taken back. */
export interface Delay {
  /** Under which `tx.outbox.withdraw` finds it. */
  readonly key: string;
  readonly by: Temporal.Duration;
  /** Comes back with the message when it is taken back. */
  readonly note?: unknown;
}

/** Sends a text message if, and only if, the transaction commits. */
export async function sendSms(tx: Tx, sms: Sms, delay?: Delay): Promise<void> {
  await tx.outbox.announceAll(tx, [smsTask(tx, sms, delay)]);
}

/** As sendSms, to be announced along with other tasks. */
export function smsTask(ctx: Context, sms: Sms, delay?: Delay): NewTask {
  requireOneLine(sms.to);
  return messageTask('send-sms', { id: ctx.newId(), ...sms }, delay);
}

/**
 * Sends an e-mail if, and only if, the transaction commits.
 * @throws when the address or subject has a line break: it could smuggle in a header of its own.
 */
export async function sendMail(tx: Tx, mail: Mail, delay?: Delay): Promise<void> {
  await tx.outbox.announceAll(tx, [mailTask(tx, mail, delay)]);
}

/** As sendMail, to be announced along with other tasks. */
export function mailTask(ctx: Context, mail: Mail, delay?: Delay): NewTask {
  requireOneLine(mail.to + (mail.replyTo ?? ''));
  requireOneLine(mail.subject);
  return messageTask('send-mail', { id: ctx.newId(), ...mail }, delay);
}

export const messageTasks: Tasks = {
  'send-sms': async (ctx, sms) => {
    if (!(await canSendNow(ctx, 'send-sms', sms))) return;
    await ctx.providers.sms.send({ id: sms.id, to: sms.to, body: sms.body });
  },
  'send-mail': async (ctx, mail) => {
    requireOneLine(mail.to);
    requireOneLine(mail.subject);
    if (!(await canSendNow(ctx, 'send-mail', mail))) return;
    const { id, to, replyTo, subject, body } = mail;
    const senderName = (await ctx.composed.senderNames?.mail?.(ctx)) ?? '';
    requireOneLine(senderName);
    await ctx.providers.mail.send({
      id,
      to,
      ...(senderName && { senderName }),
      ...(replyTo && { replyTo }),
      subject,
      body,
    });
  },
};

type MessageTask = 'send-sms' | 'send-mail';

function messageTask<T extends MessageTask>(
  task: T,
  message: TaskPayloads[T],
  delay: Delay | undefined,
): NewTask {
  if (delay === undefined) return queuedTask(task, message);
  const { key, by, note } = delay;
  const notBefore = systemClock.now().add(by);
  return newTask(task, { ...message, note }, { key, maxAttempts: ATTEMPTS[task], notBefore });
}

/** Under a key of its own: a message that is queued again, for its turn, is one message still. */
function queuedTask<T extends MessageTask>(
  task: T,
  message: TaskPayloads[T],
  notBefore?: Temporal.Instant,
): NewTask {
  const start = notBefore === undefined ? {} : { notBefore };
  return newTask(task, message, { key: `message:${message.id}`, maxAttempts: ATTEMPTS[task], ...start });
}

/**
 * The brake on a runaway loop and on SMS pumping. Over the cap a message takes the next turn that is free and is
 * queued again for it: it spends no try, and none that comes later passes it.
 */
async function canSendNow<T extends MessageTask>(
  ctx: Context,
  task: T,
  message: TaskPayloads[T],
): Promise<boolean> {
  if (isTooLate(ctx, message.notAfter)) return false;
  if (message.turn !== undefined && isTurn(ctx, Temporal.Instant.from(message.turn))) return true;
  const most = ctx.config.MESSAGES_PER_MINUTE;
  const rule = { key: 'messages', most, per: Temporal.Duration.from({ minutes: 1 }) };
  const end = message.notAfter === undefined ? undefined : Temporal.Instant.from(message.notAfter);
  const turn = await takeTurn(ctx, rule, end);
  if (turn?.waits === 'no') return true;
  if (turn?.waits === 'first')
    ctx.log.error({ wake: true, most }, 'more messages than MESSAGES_PER_MINUTE allows: they wait');
  if (turn === null) ctx.log.warn('a message is of no use by its turn and is not sent');
  else
    await queueForTurn(ctx, turn.at, (start) =>
      queuedTask(task, { ...message, turn: turn.at.toString() }, start),
    );
  return false;
}

/** The queue goes by the system's clock, turns by the app's. */
async function queueForTurn(
  ctx: Context,
  turn: Temporal.Instant,
  taskAt: (start: Temporal.Instant) => NewTask,
): Promise<void> {
  const start = systemClock.now().add(ctx.clock.now().until(turn)).round('millisecond');
  const queued = await inTransaction(ctx, (tx) => tx.outbox.announceAll(tx, [taskAt(start)]));
  if (isRefusal(queued)) throw new Error('The message could not be queued again for its turn.');
}

function isTurn(ctx: Context, turn: Temporal.Instant): boolean {
  const now = ctx.clock.now();
  const isEarly = Temporal.Instant.compare(now, turn.subtract(TURN_EARLY)) < 0;
  return !isEarly && Temporal.Instant.compare(now, turn.add(TURN_LIFE)) < 0;
}

function isTooLate(ctx: Context, notAfter: string | undefined): boolean {
  if (notAfter === undefined) return false;
  const late = Temporal.Instant.compare(ctx.clock.now(), Temporal.Instant.from(notAfter)) > 0;
  if (late) ctx.log.info('a message was of no use any more and was not sent');
  return late;
}

function requireOneLine(text: string): void {
  if (/[\r\n]/.test(text)) throw new Error('An address or subject must be one line.');
}
