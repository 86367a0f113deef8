import type { Language, MessageKind } from '../kernel/message-kind.ts';
import { systemClock } from './clock.ts';
import type { Context, Tx } from './context.ts';
import { logRow, type MessageFacts, type MessageRow } from './message-log.ts';
import { type NewTask, newTask } from './outbox.ts';
import type { ThrottleRule } from './throttle.ts';

/** What is said of a message that its writer has written; the log keeps its subject, never its body. */
export interface Sms extends MessageFacts {
  /** 65XXXXXXXX. */
  readonly to: string;
  readonly body: string;
  /** ISO 8601: after this moment it is of no use (a dead code) and is not sent any more. */
  readonly notAfter?: string;
}

export interface Mail extends MessageFacts {
  readonly to: string;
  /** Where an answer goes, if not to the sender. */
  readonly replyTo?: string;
  readonly subject: string;
  /** Plain text. */
  readonly body: string;
  readonly notAfter?: string;
}

/** A message that is written when it leaves, by `messageWriter`, in the language of whoever reads it. */
export interface UnwrittenMessage extends MessageFacts {
  readonly kind: string;
  readonly channel: 'sms' | 'email';
  readonly to: string;
  /** What it is written from; JSON. */
  readonly data: unknown;
  /** Under which `tx.outbox.withdraw` finds it while it has not left. */
  readonly key?: string;
  readonly notAfter?: Temporal.Instant;
  /** By the app's clock: until then it waits in the log. */
  readonly heldUntil?: Temporal.Instant | undefined;
  /** By the system's clock, for some seconds in which it can be taken back. */
  readonly delay?: Temporal.Duration | undefined;
  /**
   * What it is written from goes through the queue and is kept nowhere, nor are its words: a code is nobody's to read
   * again, and an address that is somebody's no more is not written to twice.
   */
  readonly keepsNothing?: true;
  /** It counts against the cap of codes and is sent before other messages. */
  readonly isCode?: true | undefined;
  /** Where it cannot be looked up any more when it leaves. */
  readonly language?: Language | undefined;
}

/** A message of a feature's own kind. */
export interface KindMessage<D> extends Pick<MessageFacts, 'customerId' | 'cleanerId'> {
  readonly to: { readonly email?: string; readonly mobile?: string };
  readonly data: D;
  readonly key?: string;
  readonly notAfter?: Temporal.Instant;
  readonly keepsNothing?: true;
  readonly isCode?: true;
  readonly language?: Language | undefined;
}

/** A message as it leaves. */
export interface WrittenMessage {
  readonly language: string;
  readonly subject?: string;
  readonly body: string;
  readonly html?: string;
  readonly replyTo?: string;
  /** Where a mailbox's own button unsubscribes with one press (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

/** Why a message is not written after all, in words for the office. */
export interface NotWritten {
  readonly skipped: string;
}

/**
 * Sign-in codes have a cap of their own and run before everything else: nobody waits for a mass mailing to sign in. Texts
 * and e-mails do not wait for each other either.
 */
export type Lane = 'codes' | 'sms' | 'email';

const CODE_PRIORITY = -10;

/** So many messages of a lane may leave in a minute. */
export function laneRule(ctx: Context, lane: Lane): ThrottleRule {
  return {
    key: `messages:${lane}`,
    most: ctx.config.MESSAGES_PER_MINUTE,
    per: Temporal.Duration.from({ minutes: 1 }),
  };
}

/** What the queue holds of a message besides what it says. */
export interface QueuedMessage {
  readonly id: string;
  /** Whose cap it counts against; by its task where an earlier version of Kemas queued it. */
  readonly lane?: Lane;
  readonly notAfter?: string;
  /** Of a message that keeps nothing. */
  readonly unkept?: Unkept;
}

/** Whereto, and what it is written from: the log has neither once somebody is forgotten. */
export interface Unkept {
  readonly to: string;
  readonly data: unknown;
}

declare module './outbox.ts' {
  interface TaskPayloads {
    'send-sms': Pick<Sms, 'to' | 'body'> & QueuedMessage;
    'send-mail': Pick<Mail, 'to' | 'replyTo' | 'subject' | 'body'> & QueuedMessage;
    'write-and-send': QueuedMessage;
  }
}

declare module './feature.ts' {
  interface Feature {
    /** Under which names messages go out; empty: the one that the operator has configured. */
    readonly senderNames?: { readonly mail?: (ctx: Context) => Promise<string> };
    /** Writes messages from their data. */
    readonly messageWriter?: {
      readonly write?: (ctx: Context, message: MessageRow) => Promise<WrittenMessage | NotWritten>;
      /** In which language a customer is written to. */
      readonly languageOf?: (ctx: Context, customerId: string) => Promise<Language>;
    };
    /** Messages that this feature sends, by kind. */
    readonly messageKinds?: Readonly<Record<string, AnyKind>>;
  }
}

/** A kind, whatever it is written from. */
export type AnyKind = Omit<MessageKind<never>, 'example'>;

/** About a day of tries. Waiting because of the cap is no try. What is of no use by then says so with `notAfter`. */
export const MOST_TRIES = 14;

/** A message that waits a while, so that it can be taken back. */
export interface Delay {
  /** Under which `tx.outbox.withdraw` finds it. */
  readonly key: string;
  readonly by: Temporal.Duration;
}

/** Sends a text message if, and only if, the transaction commits. */
export async function sendSms(tx: Tx, sms: Sms): Promise<void> {
  requireOneLine(sms.to);
  const { to, body, notAfter, ...facts } = sms;
  const id = tx.newId();
  const payload = { id, to, body, ...(notAfter === undefined ? {} : { notAfter }) };
  const message = logRow(tx, facts, { id, channel: 'sms', to, notAfter });
  await tx.outbox.announceAll(tx, [{ ...queuedTask('send-sms', payload), message }]);
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
  const { to, replyTo, subject, body, notAfter, ...facts } = mail;
  const id = ctx.newId();
  const payload = { id, to, subject, body, ...(replyTo && { replyTo }), ...(notAfter && { notAfter }) };
  const message = logRow(ctx, facts, { id, channel: 'email', to, subject, notAfter, key: delay?.key });
  const start = delay && { key: delay.key, notBefore: systemClock.now().add(delay.by) };
  return { ...queuedTask('send-mail', payload, start), message };
}

/** Sends a message in each channel of its kind in which its reader can be reached, if the transaction commits. */
export async function sendKind<D>(tx: Tx, kind: MessageKind<D>, message: KindMessage<D>): Promise<void> {
  const { to, ...rest } = message;
  const tasks = kind.channels.flatMap((channel) => {
    const address = channel === 'email' ? to.email : to.mobile;
    return address ? [unwrittenTask(tx, { ...rest, kind: kind.kind, channel, to: address })] : [];
  });
  await tx.outbox.announceAll(tx, tasks);
}

/** A message that is written when it leaves, to be announced along with other tasks. */
export function unwrittenTask(ctx: Context, unwritten: UnwrittenMessage): NewTask {
  requireOneLine(unwritten.to);
  const { channel, to, data, key, notAfter, heldUntil, delay, language, keepsNothing, isCode, ...facts } =
    unwritten;
  const id = ctx.newId();
  const end = notAfter?.toString();
  const kept = keepsNothing ? null : data;
  const as = { id, channel, to, data: kept, key, notAfter: end, heldUntil, language };
  const queued = {
    id,
    ...(end !== undefined && { notAfter: end }),
    lane: isCode ? 'codes' : channel,
    ...(keepsNothing && { unkept: { to, data } }),
  } as const;
  const start = delay && { notBefore: systemClock.now().add(delay) };
  return { ...queuedTask('write-and-send', queued, start), message: logRow(ctx, facts, as) };
}

export type MessageTask = 'send-sms' | 'send-mail' | 'write-and-send';

/** Under its own key: a message that is queued again stays one message. */
export function queuedTask<T extends MessageTask>(
  task: T,
  message: QueuedMessage,
  start: { readonly key?: string; readonly notBefore?: Temporal.Instant } = {},
): NewTask {
  return newTask(task, message as never, {
    key: `message:${message.id}`,
    maxAttempts: MOST_TRIES,
    priority: message.lane === 'codes' ? CODE_PRIORITY : 0,
    ...start,
  });
}

export function requireOneLine(text: string): void {
  if (/[\r\n]/.test(text)) throw new Error('An address or subject must be one line.');
}
