import type { Context, Tx } from './context.ts';
import { throttle } from './throttle.ts';
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
  readonly subject: string;
  /** Plain text. */
  readonly body: string;
  readonly notAfter?: string;
}

declare module './outbox.ts' {
  interface TaskPayloads {
    'send-sms': Sms & { readonly id: string };
    'send-mail': Mail & { readonly id: string };
  }
}

/** About half an hour of tries for an SMS; about a day for an e-mail. */
const SMS_ATTEMPTS = 8;
const MAIL_ATTEMPTS = 14;

/** Sends a text message if, and only if, the transaction commits. */
export async function sendSms(tx: Tx, sms: Sms): Promise<void> {
  requireOneLine(sms.to);
  await tx.outbox.announce(tx, 'send-sms', { id: tx.newId(), ...sms }, { maxAttempts: SMS_ATTEMPTS });
}

/**
 * Sends an e-mail if, and only if, the transaction commits.
 * @throws when the address or subject has a line break: it could smuggle in a header of its own.
 */
export async function sendMail(tx: Tx, mail: Mail): Promise<void> {
  requireOneLine(mail.to);
  requireOneLine(mail.subject);
  await tx.outbox.announce(tx, 'send-mail', { id: tx.newId(), ...mail }, { maxAttempts: MAIL_ATTEMPTS });
}

export const messageTasks: Tasks = {
  'send-sms': async (ctx, sms) => {
    if (isTooLate(ctx, sms.notAfter)) return;
    await keepWithinCap(ctx);
    await ctx.providers.sms.send({ id: sms.id, to: sms.to, body: sms.body });
  },
  'send-mail': async (ctx, mail) => {
    if (isTooLate(ctx, mail.notAfter)) return;
    requireOneLine(mail.to);
    requireOneLine(mail.subject);
    await keepWithinCap(ctx);
    await ctx.providers.mail.send({ id: mail.id, to: mail.to, subject: mail.subject, body: mail.body });
  },
};

function isTooLate(ctx: Context, notAfter: string | undefined): boolean {
  if (notAfter === undefined) return false;
  const late = Temporal.Instant.compare(ctx.clock.now(), Temporal.Instant.from(notAfter)) > 0;
  if (late) ctx.log.info('a message was of no use any more and was not sent');
  return late;
}

/** The brake on a runaway loop and on SMS pumping: over the cap a message waits for its next try. */
async function keepWithinCap(ctx: Context): Promise<void> {
  const most = ctx.config.MESSAGES_PER_MINUTE;
  const rule = { key: 'messages', most, per: Temporal.Duration.from({ minutes: 1 }) };
  if ((await throttle(ctx, rule)) === null) return;
  ctx.log.error({ wake: true, most }, 'more messages than MESSAGES_PER_MINUTE allows: they wait');
  throw new Error('Over MESSAGES_PER_MINUTE.');
}

function requireOneLine(text: string): void {
  if (/[\r\n]/.test(text)) throw new Error('An address or subject must be one line.');
}
