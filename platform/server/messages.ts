import type { Language } from '#languages/index.ts';
import type { MessageKind } from '../kernel/message-kind.ts';
import { systemClock } from './clock.ts';
import type { Context, Tx } from './context.ts';
import { logRow, type MessageFacts, type MessageRow } from './message-log.ts';
import { type NewTask, newTask, taskKeyOf } from './outbox.ts';
import type { Attachment } from './providers/mail.ts';
import type { SmsMessage } from './providers/sms.ts';
import type { ThrottleRule } from './throttle.ts';

/** An e-mail whose text is already written; the log keeps its subject, never its body. */
export interface Mail extends MessageFacts {
  /** For a task that may run twice: of several e-mails with this id one is sent. */
  readonly id?: string;
  readonly to: string;
  /** Reply address, if it is not the sender. */
  readonly replyTo?: string;
  readonly subject: string;
  /** Plain text. */
  readonly body: string;
  /** ISO 8601: after this moment it is useless (an expired link) and is not sent. */
  readonly notAfter?: string;
}

/** A message that `messageWriter` writes when it is sent, in the reader's language. */
export interface UnwrittenMessage extends MessageFacts {
  readonly kind: string;
  readonly channel: 'sms' | 'email';
  readonly to: string;
  /** The data of its template; JSON. */
  readonly data: unknown;
  /** The key under which `tx.outbox.withdraw` finds it while it has not been sent. */
  readonly key?: string;
  readonly notAfter?: Temporal.Instant;
  /** By the app's clock: it is held in the log until then. */
  readonly heldUntil?: Temporal.Instant | undefined;
  /** By the system clock: a few seconds in which it can be withdrawn. */
  readonly delay?: Temporal.Duration | undefined;
  /**
   * Its data goes through the queue and is not stored anywhere else, and neither is its text: nobody may read a code
   * again, and an address that no longer belongs to a person is not written to twice.
   */
  readonly keepsNothing?: true;
  /** It counts against the cap of codes and is sent before other messages. */
  readonly isCode?: true | undefined;
  /** For when it can no longer be looked up at the time of sending. */
  readonly language?: Language | undefined;
}

/** A message of a kind that a feature defines. */
export interface KindMessage<D> extends Pick<MessageFacts, 'customerID' | 'cleanerID'> {
  readonly to: { readonly email?: string; readonly mobile?: string };
  readonly data: D;
  readonly key?: string;
  readonly notAfter?: Temporal.Instant;
  readonly keepsNothing?: true;
  readonly isCode?: true;
  readonly language?: Language | undefined;
}

/** A message ready to send. */
export interface WrittenMessage {
  readonly language: string;
  readonly subject?: string;
  readonly body: string;
  /** For the log, if the body has links that act and cannot be told apart from others. */
  readonly logged?: string;
  readonly html?: string;
  readonly attachments?: readonly Attachment[];
  readonly replyTo?: string;
  /** For the mailbox's one-click unsubscribe button (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

/** Why a message was not written after all, in a sentence for the office. */
export interface NotWritten {
  readonly skipped: string;
}

/**
 * Sign-in codes have a cap and workers of their own, so a mass mailing does not delay a sign-in. SMS
 * and e-mails do not delay each other either.
 */
export type Lane = 'codes' | 'sms' | 'email';

/** Where one process runs tasks of all groups in turn, as tests do. */
const CODE_PRIORITY = -10;

/** The rate limit of a lane, per minute. */
export function laneRule(ctx: Context, lane: Lane): ThrottleRule {
  return {
    key: `messages:${lane}`,
    most: ctx.config.MESSAGES_PER_MINUTE,
    per: Temporal.Duration.from({ minutes: 1 }),
  };
}

/** What the queue holds of a message; the rest is in the log. */
export interface QueuedMessage {
  readonly id: string;
  /** The cap that it counts against. */
  readonly lane: Lane;
  readonly notAfter?: string;
  /** Only for a message that is not stored. */
  readonly unkept?: Unkept;
  /** Only for a mail whose text is already written. */
  readonly mail?: WrittenMail;
}

export type WrittenMail = Pick<Mail, 'to' | 'replyTo' | 'subject' | 'body'>;

/** The address and template data, which the log does not have once a person's data is deleted. */
export interface Unkept {
  readonly to: string;
  readonly data: unknown;
}

declare module './outbox.ts' {
  interface TaskPayloads {
    'write-and-send': QueuedMessage;
    /** The same, with workers of its own. */
    'send-code': QueuedMessage;
  }
}

declare module './feature.ts' {
  interface Feature {
    /** Sender names of messages; empty means the one that the operator has configured. */
    readonly senderNames?: { readonly mail?: (ctx: Context) => Promise<string> };
    /** Writes messages from their data. */
    readonly messageWriter?: {
      readonly write?: (ctx: Context, message: MessageRow) => Promise<WrittenMessage | NotWritten>;
      /** The language in which a customer is addressed. */
      readonly languageOf?: (ctx: Context, customerID: string) => Promise<Language>;
    };
    /**
     * Other ways for a text message, such as WhatsApp, asked in turn before it is sent as an SMS. False: it is not for this one,
     * or was not taken; throws if nobody can tell, and the message is tried again later.
     */
    readonly messageChannels?: Readonly<Record<string, (ctx: Context, text: SmsMessage) => Promise<boolean>>>;
    /** The files that go with e-mails, by kind, from the data of the message. */
    readonly messageFiles?: Readonly<
      Record<string, (ctx: Context, data: unknown) => Promise<readonly Attachment[]>>
    >;
    /** Messages that this feature sends, by kind. */
    readonly messageKinds?: Readonly<Record<string, AnyKind>>;
  }
}

/** A message kind, whatever its data. */
export type AnyKind = Omit<MessageKind<never>, 'example'>;

/**
 * About a day of attempts. A delay because of the cap does not count. A message that is useless by then sets
 * `notAfter`.
 */
export const MAX_TRIES = 14;

/**
 * Sends an e-mail if, and only if, the transaction commits.
 * @throws when the address or subject has a line break, which could inject a header.
 */
export async function sendMail(tx: Tx, mail: Mail): Promise<void> {
  await tx.outbox.publishAll(tx, [mailTask(tx, mail)]);
}

/** Like sendMail, to be published together with other tasks. */
export function mailTask(ctx: Context, mail: Mail): NewTask {
  requireOneLine(mail.to + (mail.replyTo ?? ''));
  requireOneLine(mail.subject);
  const { id = ctx.newID(), to, replyTo, subject, body, notAfter, ...facts } = mail;
  const written = { to, subject, body, ...(replyTo && { replyTo }) };
  const queued = { id, lane: 'email', ...(notAfter && { notAfter }), mail: written } as const;
  const message = logRow(ctx, facts, { id, channel: 'email', to, subject, notAfter });
  return { ...queuedTask(queued), message };
}

/** Sends a message in each channel of its kind in which its reader can be reached, if the transaction commits. */
export async function sendKind<D>(tx: Tx, kind: MessageKind<D>, message: KindMessage<D>): Promise<void> {
  const { to, ...rest } = message;
  const tasks = kind.channels.flatMap((channel) => {
    const address = channel === 'email' ? to.email : to.mobile;
    return address ? [unwrittenTask(tx, { ...rest, kind: kind.kind, channel, to: address })] : [];
  });
  await tx.outbox.publishAll(tx, tasks);
}

/** A message that is written when it is sent, to be published together with other tasks. */
export function unwrittenTask(ctx: Context, unwritten: UnwrittenMessage): NewTask {
  requireOneLine(unwritten.to);
  const { channel, to, data, key, notAfter, heldUntil, delay, language, keepsNothing, isCode, ...facts } =
    unwritten;
  const id = ctx.newID();
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
  return { ...queuedTask(queued, start), message: logRow(ctx, facts, as) };
}

/** The key is the message's own, so a message that is queued again stays one message. */
export function queuedTask(
  message: QueuedMessage,
  start: { readonly notBefore?: Temporal.Instant } = {},
): NewTask {
  return newTask(message.lane === 'codes' ? 'send-code' : 'write-and-send', message, {
    key: taskKeyOf(message),
    maxAttempts: MAX_TRIES,
    priority: message.lane === 'codes' ? CODE_PRIORITY : 0,
    ...start,
  });
}

export function requireOneLine(text: string): void {
  if (/[\r\n]/.test(text)) throw new Error('An address or subject must be one line.');
}
