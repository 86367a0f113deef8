import { isLoopback } from '../loopback.ts';
import type { MakeBreaker } from './breaker.ts';
import type { MailProvider } from './mail.ts';

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
  let transport: Promise<Transport> | undefined;
  return {
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
      await breaker.run(() =>
        opened.sendMail({
          messageId: `<${message.id}@kemas>`, // the same on a retry, so that mailboxes can deduplicate
          from: message.senderName
            ? { name: message.senderName, address: addressIn(server.from) }
            : server.from,
          to: { name: '', address: message.to },
          ...(message.replyTo && { replyTo: { name: '', address: message.replyTo } }),
          subject: message.subject,
          text: message.body,
          ...(message.html && { html: message.html }),
          ...(unsubscribeUrl && { headers: oneClick(unsubscribeUrl) }),
        }),
      );
    },
  };
}

/** A refused recipient or password is an answer: any reply with a code except the server's own end. */
function isDown(error: unknown): boolean {
  const { responseCode } = error as { readonly responseCode?: unknown };
  return typeof responseCode !== 'number' || responseCode === CLOSING;
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
