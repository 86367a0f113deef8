import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import {
  type CallDefinition,
  type Checked,
  type CodeOf,
  type ReplyOf,
  successStatus,
} from '../../contract/call.ts';
import type { CommonCode } from '../../contract/errors.ts';
import { LARGEST_PAGE } from '../../contract/schemas.ts';
import { type Actor, idOf, type Role, type SignedIn } from '../../kernel/actor.ts';
import { actForOffice, may } from '../../kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import type { AuditWatch, Context, Tx } from '../context.ts';
import { isDatabaseBusy, isStatementTimeout } from '../database/database-busy.ts';
import {
  type IdempotentReplyStore,
  type KeyedRequest,
  requestIDOf,
  type SaveReplyWithEffect,
  type StoredReply,
  withIdempotency,
} from '../idempotency.ts';
import { sendList } from '../lists/send-list.ts';
import { isStreamedList, type StreamedList } from '../lists/streamed-list.ts';
import type { NewSession } from '../sessions/sessions.ts';
import type { Throttled } from '../throttle.ts';
import type { Api } from './api.ts';
import { findCaller, isAllowed } from './authenticate.ts';
import { checkInput, UNKNOWN_FIELD, withoutIgnored } from './check-input.ts';
import { clearSessionCookies, ensureXsrfToken, isBrowser, setSessionCookies } from './cookies.ts';
import { limitGuessing } from './limit-guessing.ts';
import { logIfDenied } from './log-denied.ts';
import { asJson, changesOf, statementsOf, unchangedSince, unknownNames } from './posted-record.ts';
import { problemOf, sendProblem } from './problems.ts';
import { dropBody, FILES_RETRY_S, limitFiles, readSentFile, routeWithFile } from './read-file.ts';
import { sendFile } from './send-file.ts';

/** Enough for a Stripe event with all its expanded objects. */
const RAW_BODY_LIMIT = 256 * 1024;
const LONGEST_KEY = 255;

type Signed<W> = W extends Role ? SignedIn<W> : never;
/** The actors that a route's `who` admits: `anyone` means with or without a session. */
export type ActorOf<C extends CallDefinition> = 'anyone' extends C['who'][number]
  ? Actor
  : Signed<Exclude<C['who'][number], 'anyone'>>;

/** A handler's input: the checked request, the actor, and what it may do to the reply. */
export interface HandlerInput<C extends CallDefinition> extends Checked<C> {
  readonly ctx: Context<ActorOf<C>>;
  /** True when the client keeps cookies. */
  readonly browser: boolean;
  /** Binds the browser to the session just opened. */
  bindSession(session: NewSession): void;
  /** Removes the session from the browser. */
  unbindSession(): void;
  /** Gives a client without an XSRF token one, as every page does. */
  ensureXsrfToken(): void;
  /** The raw body of a route with `rawBody`, and its headers. */
  readonly raw: { readonly body: Buffer; header(name: string): string | undefined };
}

type Answer<C extends CallDefinition> =
  | (C['streamed'] extends true ? StreamedList : ReplyOf<C>)
  | Refusal<CodeOf<C> | CommonCode>;

export type Handler<C extends CallDefinition> = (asked: HandlerInput<C>) => Promise<Answer<C>> | Answer<C>;

export interface HandleOptions<C extends CallDefinition> {
  /** For a route with `takesFile`: runs before the body is read, so that a refused file costs nothing. */
  readonly beforeFile?: (ctx: Context<ActorOf<C>>) => Promise<Refusal | null>;
}

/** Registers the handler of a route, under its path and all aliases. */
export function handle<const C extends CallDefinition>(
  api: Api,
  call: C,
  handler: Handler<C>,
  { beforeFile }: HandleOptions<C> = {},
): void {
  api.calls.push(call);
  if (call.method === 'GET')
    api.readers.set(nameOf(call), (ctx, params) => readAs(call, handler, ctx, params));
  for (const path of [call.path, ...(call.aliases ?? [])]) {
    const route: RouteOptions = {
      method: call.method,
      url: `/api${path}`,
      config: { call: `${call.method} ${call.path}`, rawBody: call.rawBody === true },
      ...(call.rawBody ? { bodyLimit: RAW_BODY_LIMIT } : {}),
      handler: (request, reply) => answer({ api, call, handler, beforeFile, request, reply }),
    };
    if (call.takesFile === undefined) api.fastify.route(route);
    else routeWithFile(api.fastify, route);
  }
}

interface Exchange<C extends CallDefinition> {
  readonly api: Api;
  readonly call: C;
  readonly handler: Handler<C>;
  readonly beforeFile: HandleOptions<C>['beforeFile'];
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function answer<C extends CallDefinition>(exchange: Exchange<C>): Promise<FastifyReply> {
  const { api, call, request } = exchange;
  const caller = await findCaller(api.services, call, request);
  if (isRefusal(caller)) return sendRefusal(exchange, caller);
  const ctx: Context = { ...api.services, ...caller, requestID: request.id };
  const refusal = await api.guard?.(call, ctx);
  if (refusal) return sendRefusal(exchange, refusal);
  if (call.takesFile === undefined) return answerRead(exchange, ctx);
  const answered = await limitFiles(async () => {
    const refused =
      (await exchange.beforeFile?.(ctx as Context<ActorOf<C>>)) ??
      (await readSentFile(request, call.takesFile ?? 0));
    if (!isRefusal(refused)) return answerRead(exchange, ctx);
    dropBody(request);
    return sendRefusal(exchange, refused);
  });
  if (answered !== null) return answered;
  dropBody(request);
  return sendRefusal(exchange, refuse('unavailable', { extensions: { retryAfter: FILES_RETRY_S } }));
}

/** Handles a request whose body has been read. */
async function answerRead<C extends CallDefinition>(
  exchange: Exchange<C>,
  ctx: Context,
): Promise<FastifyReply> {
  const { call, request } = exchange;
  const input = checkInput(call, request);
  if (isRefusal(input)) return answerWhole(exchange, ctx, input);
  return answerChecked(exchange, ctx, input);
}

/** What was sent is not what the call takes; it may be a whole record. */
async function answerWhole<C extends CallDefinition>(
  exchange: Exchange<C>,
  ctx: Context,
  refused: Refusal,
): Promise<FastifyReply> {
  const { api, call, request } = exchange;
  const reader = call.changes ?? call.replaces;
  const refuseAs = async (refusal: Refusal) =>
    sendRefusal(exchange, await limitGuessing(ctx, request, refusal));
  const body = request.body as Readonly<Record<string, unknown>> | null;
  if (!call.creates && reader === undefined) return refuseAs(refused);
  if (refused.refusal !== 'invalid' || typeof body !== 'object' || body === null || Array.isArray(body))
    return refuseAs(refused);
  const unknown = unknownNames(call, withoutIgnored(call, body));
  if (unknown.length > 0)
    return refuseAs(refuse('invalid', { errors: unknown.map((path) => ({ path, message: UNKNOWN_FIELD })) }));
  if (call.creates) {
    const { asked, stated } = statementsOf(call, withoutIgnored(call, body));
    const input = checkInput(call, { ...partsOf(request), body: asked });
    if (isRefusal(input)) return refuseAs(input);
    return answerChecked(exchange, { ...ctx, posted: stated }, input);
  }
  if (reader === undefined) return refuseAs(refused);
  const read = (as: Context) => readRecord(api, reader, as, request.params);
  const record = await read(ctx);
  if (isRefusal(record)) return refuseAs(record);
  const asked = changesOf(call, record, withoutIgnored(call, body));
  if (isRefusal(asked)) return refuseAs(asked);
  if (Object.keys(asked).length === 0) return sendOutcome(exchange, ctx, record as Awaited<Answer<C>>);
  const input = checkInput(call, { ...partsOf(request), body: asked });
  if (isRefusal(input)) return refuseAs(input);
  const posted = unchangedSince(body, { key: recordKey(reader, request.params), read });
  return answerChecked(exchange, { ...ctx, ...(posted && { posted }) }, input);
}

/** The same for every call that changes the record: a customer is changed by two. */
const recordKey = ({ path }: CallDefinition, params: unknown) =>
  `${path} ${JSON.stringify(params)}`.toLowerCase();

const partsOf = ({ params, query }: FastifyRequest) => ({ params, query });

/** A record as this actor may read it; an item that is only shown in a list is looked up there. */
async function readRecord(
  api: Api,
  reader: CallDefinition,
  ctx: Context,
  params: unknown,
): Promise<Readonly<Record<string, unknown>> | Refusal> {
  const reply = await api.readers.get(nameOf(reader))?.(ctx, params);
  if (isRefusal(reply)) return reply;
  if (!isStreamedList(reply)) return asJson(reply);
  const { id } = params as { readonly id?: string };
  for await (const { items } of reply.pages()) {
    const item = items.map(asJson).find((shown) => shown.id === id);
    if (item !== undefined) return item;
  }
  return refuse('not_found');
}

function readAs<C extends CallDefinition>(
  call: C,
  handler: Handler<C>,
  ctx: Context,
  params: unknown,
): Promise<unknown> {
  if (!isAllowed(call, ctx.actor)) return Promise.resolve(refuse('forbidden'));
  const query = call.streamed ? { size: String(LARGEST_PAGE), count: '0' } : {};
  const input = checkInput(call, { params, query, body: undefined });
  if (isRefusal(input)) return Promise.resolve(input);
  const nothing = () => undefined;
  return Promise.resolve(
    handler({
      ...input,
      ctx: ctx as Context<ActorOf<C>>,
      browser: false,
      bindSession: nothing,
      unbindSession: nothing,
      ensureXsrfToken: nothing,
      raw: { body: Buffer.alloc(0), header: nothing },
    }),
  );
}

async function answerChecked<C extends CallDefinition>(
  exchange: Exchange<C>,
  ctx: Context,
  input: Checked<C>,
): Promise<FastifyReply> {
  const { call, request } = exchange;
  const key = call.idempotent ? headerText(request, 'idempotency-key') : undefined;
  if (key === undefined) return answerUnkeyed(exchange, ctx, input);
  return answerOnce(exchange, ctx, { input, key });
}

/** The office's lists come from the replica if there is one; from the primary when it is behind, or fails. */
async function answerUnkeyed<C extends CallDefinition>(
  exchange: Exchange<C>,
  ctx: Context,
  input: Checked<C>,
): Promise<FastifyReply> {
  const replicaDb = readsFromReplica(exchange, ctx) ? await ctx.replica?.upToDate() : null;
  if (replicaDb) {
    try {
      return await sendOutcome(exchange, ctx, await run(exchange, ctx, input, replicaDb));
    } catch (error) {
      // A list that takes too long would take as long on the primary.
      if (!isDatabaseBusy(error) || isStatementTimeout(error)) throw error;
      ctx.replica?.avoid(error); // nothing has been sent: a list fails on its first page, or its stream is aborted
    }
  }
  return sendOutcome(exchange, ctx, await run(exchange, ctx, input));
}

function readsFromReplica<C extends CallDefinition>({ call }: Exchange<C>, { actor }: Context): boolean {
  return call.method === 'GET' && call.streamed === true && may(actor, actForOffice);
}

/** With an Idempotency-Key the reply is saved, and replayed for the same request. */
async function answerOnce<C extends CallDefinition>(
  exchange: Exchange<C>,
  ctx: Context,
  once: { readonly input: Checked<C>; readonly key: string },
): Promise<FastifyReply> {
  const { call, request, reply } = exchange;
  if (once.key === '' || once.key.length > LONGEST_KEY)
    return sendRefusal(
      exchange,
      refuse('invalid', { detail: `An Idempotency-Key has 1 to ${LONGEST_KEY} characters.` }),
    );
  const keyed: KeyedRequest = {
    scope: `${ctx.actor.role}:${idOf(ctx.actor) ?? ctx.ip}`,
    key: once.key,
    call: `${call.method} ${request.url}`,
    requestBody: JSON.stringify(request.body ?? null),
  };
  const requestID = requestIDOf(keyed);
  const outcome = await withIdempotency(ctx, keyed, (keep) =>
    runKeyed(exchange, ctx, { input: once.input, requestID, keep }),
  );
  if (isRefusal(outcome)) return sendRefusal(exchange, outcome);
  const kind = outcome.status < 400 ? 'application/json' : 'application/problem+json';
  return reply.code(outcome.status).type(`${kind}; charset=utf-8`).send(outcome.body);
}

/**
 * Runs a request whose key is claimed. If the use case saved the reply with its effect (saveIdempotentReply), that reply counts.
 */
async function runKeyed<C extends CallDefinition>(
  exchange: Exchange<C>,
  ctx: Context,
  keyed: { readonly input: Checked<C>; readonly requestID: string; readonly keep: SaveReplyWithEffect },
): Promise<StoredReply> {
  const { call, api } = exchange;
  let kept: StoredReply | undefined;
  let keptIn: Tx | undefined;
  let isUnkept = false;
  const noteChange = (tx: Tx) => {
    if (tx.db !== keptIn?.db) isUnkept = true;
  };
  const storedReply = (reply: unknown): StoredReply => ({
    status: successStatus(call),
    body: JSON.stringify(checkReply(exchange, reply)),
  });
  const idempotentReplyStore: IdempotentReplyStore = {
    keep: async (tx, reply) => {
      kept = storedReply(reply);
      keptIn = tx;
      await keyed.keep(tx, kept);
    },
    requestID: keyed.requestID,
    ...(api.checksReplies && { noteChange }),
  };
  const result = await run(exchange, { ...ctx, idempotentReplyStore }, keyed.input);
  if (isRefusal(result)) {
    const problem = noteRefusal(exchange, result);
    const passing = call.errors?.[result.refusal]?.passing === true;
    return { status: problem.status, body: JSON.stringify(problem), passing };
  }
  if (isUnkept && call.resumes !== true) {
    throw new Error(
      `${call.method} ${call.path} has an effect and did not save its reply with it (saveIdempotentReply).`,
    );
  }
  return kept ?? { ...storedReply(result), passing: call.passing?.safeParse(result).success === true };
}

async function run<C extends CallDefinition>(
  exchange: Exchange<C>,
  ctx: Context,
  input: Checked<C>,
  db = ctx.db,
) {
  const { api, call, request, reply } = exchange;
  const auditWatch = watchFor(exchange, ctx);
  const outcome = await exchange.handler({
    ...input,
    ctx: { ...ctx, db, ...(auditWatch && { auditWatch }) } as Context<ActorOf<C>>,
    browser: isBrowser(request),
    bindSession: (session) => {
      request.log.info({ account: session.account, call: nameOf(call), ip: request.ip }, 'signed in');
      setSessionCookies(api.services, reply, session);
    },
    unbindSession: () => clearSessionCookies(api.services, request, reply),
    ensureXsrfToken: () => ensureXsrfToken(api.services, request, reply),
    raw: {
      body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      header: (name) => headerText(request, name),
    },
  });
  if (auditWatch && !isRefusal(outcome)) checkAudited(exchange, auditWatch);
  if (ctx.posted?.isChecked === false && !isRefusal(outcome))
    throw new Error(`${nameOf(call)} does not return the new record from its transaction.`);
  return limitGuessing(ctx, request, outcome);
}

/** In tests, requests of the office that may change something are watched. */
function watchFor<C extends CallDefinition>(
  { api, call }: Exchange<C>,
  { actor }: Context,
): AuditWatch | undefined {
  if (!api.checksReplies || call.method === 'GET' || !may(actor, actForOffice)) return undefined;
  return { hasChanged: false, isAudited: false };
}

/** @throws when the office has changed something without an audit entry: a bug of ours that tests find */
function checkAudited<C extends CallDefinition>({ call }: Exchange<C>, watch: AuditWatch): void {
  if (!watch.hasChanged || watch.isAudited || call.unaudited !== undefined) return;
  throw new Error(
    `${nameOf(call)} has an effect and leaves no audit entry (audit, or noChange if nothing changed).`,
  );
}

async function sendOutcome<C extends CallDefinition>(
  exchange: Exchange<C>,
  ctx: Context,
  outcome: Awaited<Answer<C>> | Throttled,
) {
  if (isRefusal(outcome)) return sendRefusal(exchange, outcome);
  if (isStreamedList(outcome)) {
    return sendList(exchange.reply, ctx, exchange.call, {
      ...outcome,
      pages: () => checkPages(exchange, outcome),
    });
  }
  const { produces } = exchange.call;
  if (produces !== undefined) return sendFile(exchange.reply, produces, outcome);
  return exchange.reply
    .code(successStatus(exchange.call))
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(checkReply(exchange, outcome)));
}

/** A reply that violates its contract is a bug of ours; tests find it, not a client. */
function checkReply<C extends CallDefinition>(exchange: Exchange<C>, reply: unknown): unknown {
  if (!exchange.api.checksReplies) return reply;
  const checked = exchange.call.reply.safeParse(JSON.parse(JSON.stringify(reply)));
  if (!checked.success) {
    throw new Error(
      `${exchange.call.method} ${exchange.call.path} broke its contract: ${checked.error.message}`,
    );
  }
  return reply;
}

/** Checks each page of a list as a reply of its own. */
async function* checkPages<C extends CallDefinition>(exchange: Exchange<C>, list: StreamedList) {
  for await (const page of list.pages()) {
    const { items, next } = page;
    checkReply(exchange, { items, next, from: list.from, size: list.size });
    yield page;
  }
}

function sendRefusal<C extends CallDefinition>(exchange: Exchange<C>, refusal: Refusal): FastifyReply {
  return sendProblem(exchange.reply, noteRefusal(exchange, refusal));
}

/** The problem document of a refusal, which is counted, and logged if somebody should know of it. */
function noteRefusal<C extends CallDefinition>(exchange: Exchange<C>, refusal: Refusal) {
  const problem = problemOf(refusal, exchange.call.errors);
  exchange.api.services.metrics.refusals.inc({ code: problem.code });
  if (problem.status >= 500)
    exchange.request.log.error({ code: problem.code }, 'request failed with a server error');
  else logIfDenied(exchange.request, exchange.call, problem);
  return problem;
}

const nameOf = ({ method, path }: CallDefinition) => `${method} ${path}`;

export function headerText(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
