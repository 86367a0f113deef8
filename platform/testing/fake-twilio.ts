import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { closeAfterTests } from './teardown.ts';

/** An SMS as the gateway received it. */
export interface TakenText {
  readonly to: string;
  readonly body: string;
  /** The status callback URL; empty if none was given. */
  readonly statusCallback: string;
}

export interface FakeTwilio {
  readonly account: { readonly accountSid: string; readonly authToken: string; readonly from: string };
  /** For TWILIO_API_URL. */
  readonly url: string;
  readonly taken: TakenText[];
  /** Runs after the next SMS is accepted, before its reply is sent; `lose` then closes the connection. */
  onNext(work: () => Promise<unknown>, then?: 'lose'): void;
  /** Refuses the next SMS with this code of Twilio's. */
  refuseNext(code: number): void;
  /** Applies until it is called again. */
  become(mood: 'works' | 'is down' | 'never answers'): void;
  /** A signed delivery report for an SMS, as Twilio would send it. */
  report(text: TakenText, form: Readonly<Record<string, string>>, authToken?: string): SignedReport;
  close(): Promise<void>;
}

export interface SignedReport {
  readonly method: 'POST';
  readonly url: string;
  readonly payload: string;
  readonly headers: Readonly<Record<string, string>>;
}

const ACCOUNT = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'a-token-of-tests', from: 'Kemas' };
const ACCOUNT_URL = `/2010-04-01/Accounts/${ACCOUNT.accountSid}.json`;
const MESSAGES = `/2010-04-01/Accounts/${ACCOUNT.accountSid}/Messages.json`;

/**
 * A fake of the parts of Twilio's messages API that we use, over HTTP: accepts SMS of one account, and signs its
 * reports.
 */
export async function startFakeTwilio(): Promise<FakeTwilio> {
  const taken: TakenText[] = [];
  let next: { readonly work: () => Promise<unknown>; readonly then?: 'lose' } | undefined;
  let refusal: number | undefined;
  let mood: Parameters<FakeTwilio['become']>[0] = 'works';
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    const [, login = ''] = (request.headers.authorization ?? '').split(' ');
    const isOurs =
      Buffer.from(login, 'base64').toString() === `${ACCOUNT.accountSid}:${ACCOUNT.authToken}` &&
      [MESSAGES, ACCOUNT_URL].includes(request.url ?? '');
    if (!isOurs) return void response.writeHead(401).end('{"code":20003,"message":"Authenticate"}');
    if (mood === 'never answers') return;
    if (mood === 'is down') return void response.writeHead(503).end();
    if (request.url === ACCOUNT_URL) return void response.end(JSON.stringify({ sid: ACCOUNT.accountSid }));
    if (refusal !== undefined) {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ code: refusal, message: 'Refused', status: 400 }));
      refusal = undefined;
      return;
    }
    taken.push({
      to: form.get('To') ?? '',
      body: form.get('Body') ?? '',
      statusCallback: form.get('StatusCallback') ?? '',
    });
    const now = next;
    next = undefined;
    await now?.work();
    if (now?.then === 'lose') return void response.destroy();
    response.writeHead(201, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ sid: `SM${String(taken.length).padStart(32, '0')}`, status: 'queued' }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    account: ACCOUNT,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    onNext: (work, then) => {
      next = { work, ...(then && { then }) };
    },
    refuseNext: (code) => {
      refusal = code;
    },
    become: (next) => {
      mood = next;
    },
    report: signedReport,
    close: closeAfterTests(
      () =>
        new Promise((closed) => {
          server.close(() => closed());
          server.closeAllConnections();
        }),
    ),
  };
}

function signedReport(
  { statusCallback, to }: TakenText,
  form: Readonly<Record<string, string>>,
  authToken = ACCOUNT.authToken,
): SignedReport {
  const whole = { AccountSid: ACCOUNT.accountSid, To: to, From: ACCOUNT.from, ...form };
  const { pathname, search } = new URL(statusCallback);
  return {
    method: 'POST',
    url: `${pathname}${search}`,
    payload: new URLSearchParams(whole).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': getExpectedTwilioSignature(authToken, statusCallback, whole),
    },
  };
}
