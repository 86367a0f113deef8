import { createServer, type Server } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { impatientBreaker, type MailLab, mailCases } from '../../testing/conformance.ts';
import { neverOpens } from '../../testing/never-opens.ts';
import { makeBreakerWith } from './breaker.ts';
import { MessageRefused } from './message-refused.ts';
import { smtpMail } from './smtp-mail.ts';

let server: Server;
let url: string;
const received: string[] = [];
let mood: Parameters<MailLab['become']>[0] = 'works';

const replyTo = (line: string) => {
  if (/full@/.test(line)) return '452 later\r\n';
  return /nobody@/.test(line) || (mood === 'refuses this reader' && /^RCPT/.test(line))
    ? '550 no such mailbox\r\n'
    : '250 ok\r\n';
};

/** A minimal SMTP server; it replies to `full@…` with a temporary error, to `nobody@…` with a permanent one. */
beforeAll(async () => {
  server = createServer((socket) => {
    let data: string | undefined;
    if (mood === 'never answers') return;
    if (mood === 'is down') return void socket.destroy();
    socket.write('220 ready\r\n');
    socket.on('data', (part) => {
      for (const line of String(part).split(/(?<=\r\n)/)) {
        if (data !== undefined && line !== '.\r\n') data += line;
        else if (data !== undefined) {
          received.push(data);
          data = undefined;
          socket.write('250 kept\r\n');
        } else if (/^DATA/i.test(line)) {
          data = '';
          socket.write('354 go on\r\n');
        } else socket.write(replyTo(line));
      }
    });
  });
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up));
  url = `smtp://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(() => server.close());

const mail = { id: 'm1', to: 'tan@example.com', subject: 'Booked. 已预约', body: 'Code: ABCD-EFGH-2345\n' };

it('hands a message to the mail server, with an id that stays the same on a retry', async () => {
  const provider = smtpMail({ url, from: 'Kemas <hello@kemas.example>', makeBreaker: neverOpens });
  await provider.send(mail);
  await provider.send(mail);
  expect(received).toHaveLength(2);
  expect(received[0]).toContain('To: tan@example.com');
  expect(received[0]).toContain('From: Kemas <hello@kemas.example>');
  expect(received[0]).toContain('Code: ABCD-EFGH-2345');
  expect(received[0]).toContain('Auto-Submitted: auto-generated');
  expect(received.map((text) => /Message-ID: (.*)/.exec(text)?.[1])).toEqual([
    '<m1@kemas.example>',
    '<m1@kemas.example>',
  ]);
});

it.each([
  ['Kemas <hello@kemas.example>', 'From: Tidy Homes <hello@kemas.example>'],
  ['hello@kemas.example', 'From: Tidy Homes <hello@kemas.example>'],
])('uses the given sender name with the address of %s', async (from, expected) => {
  await smtpMail({ url, from, makeBreaker: neverOpens }).send({ ...mail, senderName: 'Tidy Homes' });
  expect(received.at(-1)).toContain(expected);
});

it('sends attached files', async () => {
  const file = { filename: 'visit.ics', contentType: 'text/calendar; charset=utf-8; method=PUBLISH' };
  const provider = smtpMail({ url, from: 'hello@kemas.example', makeBreaker: neverOpens });
  await provider.send({ ...mail, attachments: [{ ...file, content: 'BEGIN:VCALENDAR' }] });
  expect(received.at(-1)).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=PUBLISH/i);
  expect(received.at(-1)).toContain('Content-Disposition: attachment; filename=visit.ics');
});

it('sends HTML beside the plain text, with one-click unsubscribe (RFC 8058)', async () => {
  const unsubscribeUrl = 'https://kemas.example/api/messages/unsubscribe/t';
  const provider = smtpMail({ url, from: 'hello@kemas.example', makeBreaker: neverOpens });
  await provider.send({ ...mail, html: '<p>Booked</p>', unsubscribeUrl });
  const sent = received.at(-1);
  expect(sent).toContain('Content-Type: multipart/alternative');
  expect(sent).toContain('<p>Booked</p>');
  expect(sent).toContain('Code: ABCD-EFGH-2345');
  expect(sent?.replace(/\r\n\s+/g, ' ')).toContain(`List-Unsubscribe: <${unsubscribeUrl}>`);
  expect(sent).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
});

it('throws when the server does not accept it, so that the outbox retries', async () => {
  const provider = smtpMail({ url, from: 'hello@kemas.example', makeBreaker: neverOpens });
  await expect(provider.send({ ...mail, to: 'full@example.com' })).rejects.toThrow();
});

it('says that a mailbox does not exist, so that the outbox does not try again', async () => {
  const provider = smtpMail({ url, from: 'hello@kemas.example', makeBreaker: neverOpens });
  const refused = provider.send({ ...mail, to: 'nobody@example.com' });
  await expect(refused).rejects.toThrow(new MessageRefused(550));
  const later = provider.send({ ...mail, to: 'full@example.com' });
  await expect(later).rejects.not.toBeInstanceOf(MessageRefused);
});

it.each([
  { to: 'a@example.com\r\nBcc: b@example.com' },
  { senderName: 'Kemas\r\nBcc: b@example.com' },
  { subject: 'Hi\nBcc: b@example.com' },
  { unsubscribeUrl: 'https://a.example\r\nBcc: b@example.com' },
])('prevents header injection: %j', async (over) => {
  await expect(
    smtpMail({ url, from: 'hello@kemas.example', makeBreaker: neverOpens }).send({ ...mail, ...over }),
  ).rejects.toThrow('one line');
});

it('does not send in plain text over a network, but may on this machine', async () => {
  const log = pino({ level: 'silent' });
  const before = received.length;
  // The same server by a name that is not this machine's, which offers no STARTTLS.
  const network = url.replace('127.0.0.1', '0.0.0.0');
  const from = 'hello@kemas.example';
  const breakerOf = { url: network, from, makeBreaker: makeBreakerWith(log) };
  await expect(smtpMail(breakerOf).send(mail)).rejects.toThrow();
  expect(received).toHaveLength(before);
  await smtpMail({ ...breakerOf, url: `${network}?requireTLS=false` }).send(mail);
  expect(received).toHaveLength(before + 1);
});

it('stops trying after five failures to connect, but not after a refused recipient', async () => {
  const log = pino({ level: 'silent' });
  const from = 'hello@kemas.example';
  const up = smtpMail({ url, from, makeBreaker: makeBreakerWith(log) });
  for (let refused = 0; refused < 6; refused += 1)
    await expect(up.send({ ...mail, to: 'full@example.com' })).rejects.toThrow('452');
  await up.send(mail);
  const down = smtpMail({ url: 'smtp://127.0.0.1:9', from, makeBreaker: makeBreakerWith(log) });
  for (let failed = 0; failed < 5; failed += 1) await expect(down.send(mail)).rejects.toThrow('ECONNREFUSED');
  await expect(down.send(mail)).rejects.toThrow('Circuit breaker open');
});

/** The words of `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=` (RFC 2047). */
function decoded(header: string): string {
  return header.replace(/=\?UTF-8\?([QB])\?([^?]*)\?=\s*/gi, (_whole, how: string, text: string) =>
    how === 'B'
      ? Buffer.from(text, 'base64').toString()
      : Buffer.from(
          text
            .replaceAll('_', ' ')
            .replace(/=([0-9A-F]{2})/g, (_code, hex: string) =>
              String.fromCharCode(Number.parseInt(hex, 16)),
            ),
          'latin1',
        ).toString(),
  );
}

describe('is a mail provider that', () => {
  it.each(mailCases)('$name', ({ run }) => {
    received.length = 0;
    mood = 'works';
    const [address, password] = ['kemas', 'a-password-of-tests'];
    const withLogin = url.replace('smtp://', `smtp://${address}:${password}@`);
    return run({
      mail: smtpMail({
        url: withLogin,
        from: 'Kemas <hello@kemas.example>',
        makeBreaker: impatientBreaker,
      }),
      become: (next) => {
        mood = next;
      },
      taken: () =>
        received.map((text) => ({
          to: /^To: (.*)\r$/m.exec(text)?.[1] ?? '',
          subject: decoded(/^Subject: ((?:.|\r\n )*)\r$/m.exec(text)?.[1]?.replaceAll('\r\n', '') ?? ''),
          body: text,
        })),
      secrets: [password],
    });
  });
});
