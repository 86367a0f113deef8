import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { closeAfterTests } from './teardown.ts';

/** A stored calendar event. A deleted one stays as `cancelled`: its id can never be reused. */
export interface StoredEvent {
  readonly id: string;
  readonly status: 'confirmed' | 'cancelled';
  readonly summary?: string;
  readonly location?: string;
  readonly start?: { readonly dateTime?: string };
  readonly end?: { readonly dateTime?: string };
}

/** Faults for the next requests, one each: a status; no response; or a response that is lost after the work is done. */
export type GoogleFault = 429 | 403 | 500 | 503 | 'never-answers' | 'loses-the-answer';

export interface FakeGoogle {
  /** For GOOGLE_CALENDAR_URL. */
  readonly url: string;
  /** For GOOGLE_CALENDAR_CREDENTIALS: a key file whose token endpoint is this server. */
  readonly credentials: string;
  readonly events: ReadonlyMap<string, StoredEvent>;
  /** Methods and paths of the requests to the calendar, in order. */
  readonly asked: string[];
  failNext(...faults: GoogleFault[]): void;
  close(): Promise<void>;
}

const TOKEN = 'ya29.a-token-of-tests';
const EVENT_ID = /^[a-v0-9]{5,1024}$/;
const EVENTS = /^\/calendar\/v3\/calendars\/([^/]+)\/events(?:\/([^/?]+))?$/;

/**
 * A fake of the parts of Google's Calendar API that we use, over HTTP, for the single calendar `office@example.com`:
 * inserts with a client-chosen id, 409 if it was ever used, updates that restore a deleted event, 410 for deleted ones.
 * Issues tokens for a signed assertion.
 */
export async function startFakeGoogle(): Promise<FakeGoogle> {
  const events = new Map<string, StoredEvent>();
  const asked: string[] = [];
  const faults: GoogleFault[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.url === '/token') return sendToken(response, body);
    asked.push(`${request.method} ${request.url}`);
    const fault = faults.shift();
    if (fault === 'never-answers') return;
    if (typeof fault === 'number') return send(response, fault, { error: { code: fault, message: 'no' } });
    const { status, reply } = answer(request, body, events);
    if (fault === 'loses-the-answer') return response.destroy();
    send(response, status, reply);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    credentials: keyFile(url),
    events,
    asked,
    failNext: (...next) => faults.push(...next),
    close: closeAfterTests(
      () =>
        new Promise((closed) => {
          server.close(() => closed());
          server.closeAllConnections();
        }),
    ),
  };
}

function keyFile(url: string): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return JSON.stringify({
    type: 'service_account',
    client_email: 'kemas@example.iam.gserviceaccount.com',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: `${url}/token`,
  });
}

function sendToken(response: ServerResponse, body: string): void {
  const asked = new URLSearchParams(body);
  const isSigned = (asked.get('assertion') ?? '').split('.').length === 3;
  const token = { access_token: TOKEN, token_type: 'Bearer', expires_in: 3600 };
  if (isSigned) send(response, 200, token);
  else send(response, 400, { error: 'invalid_grant' });
}

interface Answer {
  readonly status: number;
  readonly reply: object | null;
}

const problem = (code: number): Answer => ({ status: code, reply: { error: { code, message: 'no' } } });

function answer(request: IncomingMessage, body: string, events: Map<string, StoredEvent>): Answer {
  if (request.headers.authorization !== `Bearer ${TOKEN}`) return problem(401);
  const [, calendar = '', id] = EVENTS.exec((request.url ?? '').split('?', 1)[0] ?? '') ?? [];
  if (decodeURIComponent(calendar) !== 'office@example.com') return problem(404);
  const sent = body === '' ? null : (JSON.parse(body) as StoredEvent);
  if (request.method === 'POST' && id === undefined && sent !== null) return insert(events, sent);
  const found = events.get(id ?? '');
  if (found === undefined) return problem(404);
  if (request.method === 'PUT' && sent !== null) {
    events.set(found.id, { ...sent, id: found.id, status: sent.status ?? 'confirmed' });
    return { status: 200, reply: events.get(found.id) ?? null };
  }
  if (request.method !== 'DELETE') return problem(405);
  if (found.status === 'cancelled') return problem(410);
  events.set(found.id, { ...found, status: 'cancelled' });
  return { status: 204, reply: null };
}

function insert(events: Map<string, StoredEvent>, sent: StoredEvent): Answer {
  if (!EVENT_ID.test(sent.id)) return problem(400);
  if (events.has(sent.id)) return problem(409);
  events.set(sent.id, { ...sent, status: 'confirmed' });
  return { status: 200, reply: events.get(sent.id) ?? null };
}

function send(response: ServerResponse, status: number, reply: object | null): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' });
  response.end(reply === null ? undefined : JSON.stringify(reply));
}
