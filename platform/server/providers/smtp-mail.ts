import { isLoopback } from '../loopback.ts';
import type { MakeBreaker } from './breaker.ts';
import type { Attachment, MailProvider } from './mail.ts';
import { MessageRefused } from './message-refused.ts';

export interface SmtpServer {
  /** `smtps://user:password@host:465` */
  readonly url: string;
  /** `Kemas <hello@example.com>` */
  readonly from: string;
  readonly makeBreaker: MakeBreaker;
}

/** Of each step: connecting, the greeting, and silence after that. */
const TIMEOUT_MS = 10_000;
const LONGEST_MS = 30_000;
/** "Service not available, closing the channel". Source: RFC 5321, 4.2.3. */
const CLOSING = 421;

/** E-mail over SMTP. The library is loaded with the first message. */
export function smtpMail(server: SmtpServer): MailProvider {
  const breaker = server.makeBreaker({ provider: 'SMTP', timeoutMs: LONGEST_MS, isDown });
  const domain = addressIn(server.from).split('@').at(-1);
  let transport: Promise<Transport> | undefined;
  return {
    sender: server.from,
    async check() {
      transport ??= open(server);
      await (await transport).verify();
    },
    async send(message) {
      const { to, subject, replyTo = '', senderName = '', unsubscribeUrl = '' } = message;
      if (/[\r\n]/.test(to + subject + replyTo + senderName + unsubscribeUrl))
        throw new Error('An address or subject must be one line.');
      transport ??= open(server);
      const opened = await transport;
      const sent = breaker.run(() =>
        opened.sendMail({
          messageId: `<${message.id}@${domain}>`, // the same on a retry, so that mailboxes can deduplicate
          from: message.senderName
            ? { name: message.senderName, address: addressIn(server.from) }
            : server.from,
          to: { name: '', address: message.to },
          ...(message.replyTo && { replyTo: { name: '', address: message.replyTo } }),
          subject: message.subject,
          text: message.body,
          ...(message.html && { html: message.html }),
          ...(message.attachments && {
            attachments: message.attachments.map((file) => ({ ...file, content: bytesOf(file) })),
          }),
          headers: { ...AUTOMATIC, ...(unsubscribeUrl && oneClick(unsubscribeUrl)) },
        }),
      );
      await sent.catch((error: unknown) => {
        throw isRefusal(error) ? new MessageRefused(error.responseCode, error) : error;
      });
    },
  };
}

/** The library takes bytes as a Buffer. */
function bytesOf({ content }: Attachment): string | Buffer {
  return typeof content === 'string' ? content : Buffer.from(content);
}

/** A refused recipient or password is an answer: any reply with a code except the server's own end. */
function isDown(error: unknown): boolean {
  const { responseCode } = error as { readonly responseCode?: unknown };
  return typeof responseCode !== 'number' || responseCode === CLOSING;
}

/** Without it every out-of-office reply comes back to the sender. Source: RFC 3834, 5. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' };

/** A permanent reply (5xx) to the recipient or the text, not to our password. Source: RFC 5321, 4.2.1. */
function isRefusal(error: unknown): error is { readonly responseCode: number } {
  const { code, responseCode } = error as Readonly<Record<string, unknown>>;
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE';
  return isAboutMessage && typeof responseCode === 'number' && responseCode >= 500;
}

/** RFC 8058: the mailbox's own button posts to it, without showing a page. */
function oneClick(url: string): Readonly<Record<string, string>> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** `hello@example.com` from `Kemas <hello@example.com>` or from a bare address. */
function addressIn(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
}

async function open(server: SmtpServer) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: server.url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Never in plain text over a network, unless the URL says so: `?requireTLS=false`.
    requireTLS: !isLoopback(new URL(server.url).hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

type Transport = Awaited<ReturnType<typeof open>>;
