import { createHash } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { DB } from '#database/generated.ts';
import { answerRequest, type FakeRequest } from './answer.ts';
import { readForm } from './form.ts';
import { answerChallenge, closeDispute, lockIntent, openDispute } from './payment-intents.ts';
import { applyRefundOutcome } from './refunds.ts';
import { answerSetupChallenge } from './setups.ts';
import { newStripeID, openStore, type Store, type StripeObject } from './store.ts';
import { StripeRefusal } from './stripe-error.ts';
import { deliverEvent, eventsAbout, type WebhookAddress } from './webhooks.ts';

export interface FakeStripeOptions {
  /** Its state is in the database (schema sandbox), so it survives a restart. */
  readonly db: Kysely<DB>;
  readonly log: Logger;
  /** Tests only: the fault to inject into this request. */
  readonly faults?: (asked: FakeRequest) => Fault | undefined;
}

export interface Fault {
  readonly delayMs?: number;
  /** Runs when everything is done and committed, before the reply is sent: the point at which to kill the client. */
  readonly beforeReply?: () => Promise<void> | void;
  /**
   * `drop`: everything is done, and the connection closes. `fail`: nothing is done, and the key keeps a 500.
   * `fail-done`: everything is done, and the key keeps a 500.
   */
  readonly instead?: 'drop' | 'fail' | 'fail-done';
}

export interface FakeStripe {
  /** For STRIPE_API_URL. */
  readonly url: string;
  /** Sends signed events to this address from now on. */
  sendEventsTo(address: WebhookAddress): void;
  /** The cardholder passes or fails the bank's challenge, of a payment or a set-up. False when none is open. */
  answerChallenge(intentID: string, passed: boolean): Promise<boolean>;
  /** Advances a refund some time later. False when nothing more happens to it. */
  applyRefundOutcome(refundID: string): Promise<boolean>;
  /** The cardholder disputes a payment. */
  openDispute(paymentIntentID: string): Promise<boolean>;
  /** The bank decides a dispute. False when it is closed. */
  closeDispute(disputeID: string, won: boolean): Promise<boolean>;
  /** The fake's objects, newest first. */
  objects(kind: FakeKind): Promise<readonly object[]>;
  close(): Promise<void>;
}

type FakeKind = 'payment_intent' | 'setup_intent' | 'customer' | 'payment_method' | 'refund' | 'dispute';

interface Answer {
  readonly status: number;
  readonly body: object;
  /** The objects it wrote. */
  readonly changed?: readonly StripeObject[];
  readonly replayed?: true;
}

const LARGEST_BODY = 100_000;
/** The delay after which some test cards' refunds change; banks take days. */
const REFUND_MS = 5000;

/** A fake Stripe on a loopback port: stateful, offline, for the sandbox and tests. Accepts no real card. */
export async function startFakeStripe(options: FakeStripeOptions): Promise<FakeStripe> {
  let webhook: WebhookAddress | undefined;
  const timers = new Set<NodeJS.Timeout>();
  const publish = (changed: readonly StripeObject[] = []) => {
    const to = webhook;
    if (to === undefined) return;
    for (const event of changed.flatMap(eventsAbout)) void deliverEvent(to, event, options.log);
    for (const { id, object } of changed)
      if (object === 'refund') timers.add(setTimeout(later, REFUND_MS, id).unref());
  };
  const act = async (work: (store: Store) => Promise<unknown>) => {
    const changed = await actLater(options.db, work);
    publish(changed);
    return changed.length > 0;
  };
  const later = (id: string) => {
    act((store) => applyRefundOutcome(store, id)).catch((error: unknown) =>
      options.log.error({ err: error }, 'fake Stripe: could not advance a refund'),
    );
  };
  // Importing node:http would evaluate all its exports, and with them load the web classes including fetch: 3 MB.
  const { createServer } = process.getBuiltinModule('node:http');
  const server = createServer((request, response) => {
    serve(options, request, response, publish).catch((error: unknown) => {
      options.log.error({ err: error }, 'fake Stripe failed');
      response.destroy();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sendEventsTo: (address) => {
      webhook = address;
    },
    answerChallenge: (id, passed) =>
      act((store) =>
        id.startsWith('seti_') ? answerSetupChallenge(store, id, passed) : answerChallenge(store, id, passed),
      ),
    applyRefundOutcome: (id) => act((store) => applyRefundOutcome(store, id)),
    openDispute: (id) => act(async (store) => openDispute(store, await lockIntent(store, id))),
    closeDispute: (id, won) => act((store) => closeDispute(store, id, won)),
    objects: (kind) => openStore(options.db).list<StripeObject>(kind, { limit: 10_000 }),
    close: () => {
      for (const timer of timers) clearTimeout(timer);
      return closeServer(server);
    },
  };
}

/** Runs a change without a request, and returns the changed objects; none if it is no longer possible. */
async function actLater(
  db: Kysely<DB>,
  work: (store: Store) => Promise<unknown>,
): Promise<readonly StripeObject[]> {
  try {
    return await db.transaction().execute(async (tx) => {
      const store = openStore(tx);
      await work(store);
      return store.changed();
    });
  } catch (error) {
    if (error instanceof StripeRefusal) return [];
    throw error;
  }
}

async function serve(
  options: FakeStripeOptions,
  request: IncomingMessage,
  response: ServerResponse,
  publish: (changed: readonly StripeObject[] | undefined) => void,
): Promise<void> {
  const asked = await readRequest(request);
  const fault = options.faults?.(asked) ?? {};
  if (fault.delayMs) await new Promise((done) => setTimeout(done, fault.delayMs));
  const key = request.headers['idempotency-key'];
  const answer: Answer = isSignedIn(request)
    ? await answerOnce(options.db, asked, { key: typeof key === 'string' ? key : null, fault })
    : {
        status: 401,
        body: errorBody({ type: 'invalid_request_error', message: 'Invalid API Key provided.' }),
      };
  await fault.beforeReply?.();
  if (fault.instead === 'drop') response.destroy();
  else send(response, answer);
  if (!answer.replayed) publish(answer.changed);
}

/**
 * Stripe's idempotency: a key replays its first reply, including 500s; the same key for another request is an error;
 * while the first is in progress it is a conflict; requests refused before any work are not kept.
 */
async function answerOnce(
  db: Kysely<DB>,
  asked: FakeRequest,
  once: { readonly key: string | null; readonly fault: Fault },
): Promise<Answer> {
  const work = db.transaction().execute(async (tx) => {
    if (once.key === null || asked.method !== 'POST') return perform(tx, asked, once.fault);
    const claimed = await claimKey(tx, once.key);
    if (!claimed.got) return KEY_IN_USE;
    const sha256 = createHash('sha256').update(JSON.stringify(asked.form)).digest('hex');
    if (claimed.path !== null) return earlierAnswer(claimed, once.key, { path: asked.path, sha256 });
    const answer = await perform(tx, asked, once.fault);
    if (answer.status < 400 || answer.status === 402 || answer.status >= 500) {
      const body = JSON.stringify(answer.body);
      const row = {
        idempotency_key: once.key,
        path: asked.path,
        request_sha256: sha256,
        status: answer.status,
        body,
      };
      await tx.insertInto('sandbox.stripe_reply').values(row).execute();
    }
    return answer;
  });
  return work.catch((error: unknown) => {
    if (!(error instanceof StripeRefusal)) throw error;
    return { status: error.status, body: errorBody(error.error) };
  });
}

async function perform(tx: Kysely<DB>, asked: FakeRequest, fault: Fault): Promise<Answer> {
  if (fault.instead === 'fail') return BROKEN;
  const store = openStore(tx);
  try {
    const body = await answerRequest(store, asked);
    const answer = fault.instead === 'fail-done' ? BROKEN : { status: 200, body };
    return { ...answer, changed: store.changed() };
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    if (!error.keepsWork) throw error;
    return { status: error.status, body: errorBody(error.error), changed: store.changed() };
  }
}

interface ClaimedKey {
  /** False while another request holds this key. */
  readonly got: boolean;
  /** Of the kept reply; null if there is none. */
  readonly path: string | null;
  readonly request_sha256: string;
  readonly status: number;
  readonly body: object;
}

/**
 * Locks the key for this request, and returns the reply kept under it. A reply committed at this very moment is missed:
 * then this one cannot be kept, the connection closes, and a retry gets the first reply.
 */
async function claimKey(tx: Kysely<DB>, key: string): Promise<ClaimedKey> {
  const { rows } = await sql<ClaimedKey>`
    select got, path, request_sha256, status, body
    from (select pg_try_advisory_xact_lock(hashtextextended(${key}, 1)) as got) as claim
      left join sandbox.stripe_reply on idempotency_key = ${key}`.execute(tx);
  const [claimed] = rows;
  if (claimed === undefined) throw new Error('Claiming a key returned no row.');
  return claimed;
}

function earlierAnswer(
  kept: ClaimedKey,
  key: string,
  now: { readonly path: string; readonly sha256: string },
): Answer {
  if (kept.path === now.path && kept.request_sha256 === now.sha256) {
    return { status: kept.status, body: kept.body, replayed: true };
  }
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}'.`;
  return { status: 400, body: errorBody({ type: 'idempotency_error', message }) };
}

async function readRequest(request: IncomingMessage): Promise<FakeRequest> {
  const url = new URL(request.url ?? '/', 'http://fake');
  const method = request.method ?? 'GET';
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > LARGEST_BODY) throw new Error('A request to the fake Stripe was too large.');
    parts.push(part);
  }
  const encoded = method === 'GET' ? url.search.slice(1) : Buffer.concat(parts).toString('utf8');
  return { method, path: url.pathname, form: readForm(encoded) };
}

function isSignedIn(request: IncomingMessage): boolean {
  return /^Bearer [sr]k_\w+$/.test(request.headers.authorization ?? '');
}

function send(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, {
    'content-type': 'application/json',
    'request-id': newStripeID('req'),
    // As Stripe does: a retry would only get the kept 500.
    ...(answer.status >= 500 ? { 'stripe-should-retry': 'false' } : {}),
    ...(answer.replayed ? { 'idempotent-replayed': 'true' } : {}),
  });
  response.end(JSON.stringify(answer.body));
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((done) => server.close(() => done()));
}

function errorBody(error: Readonly<Record<string, unknown>>): object {
  return { error };
}

const BROKEN: Answer = {
  status: 500,
  body: errorBody({ type: 'api_error', message: 'An unknown error occurred.' }),
};
const KEY_IN_USE: Answer = {
  status: 409,
  body: errorBody({
    type: 'invalid_request_error',
    code: 'idempotency_key_in_use',
    message: 'There is currently another in-progress request using this Idempotent Key.',
  }),
};
