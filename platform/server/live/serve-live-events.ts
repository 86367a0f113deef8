import { PassThrough } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { type Actor, isApiKey, sessionIDOf } from '../../kernel/actor.ts';
import { networksOf } from '../../kernel/client-network.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import type { Api } from '../http/api.ts';
import { type Caller, findCaller } from '../http/authenticate.ts';
import { logIfDenied } from '../http/log-denied.ts';
import { problemOf, sendProblem } from '../http/problems.ts';
import { isSessionOpen } from '../sessions/sessions.ts';
import { type LiveEvent, type ShownEvent, shownTo } from './live-event.ts';
import type { LiveEvents } from './live-events.ts';
import { newestEventID, readMissedEvents } from './read-live-events.ts';

/** Proxies close connections that are silent for a minute or less. */
const HEARTBEAT_MS = 15_000;
/** A client that has not read this much is disconnected; it resumes when it can read again. */
const UNREAD_BYTES = 64 * 1024;
/** Open streams of one session: tabs, and the connections that were just lost. */
const MAX_PER_SESSION = 30;
/** Without a session: an office or a mobile carrier may have one address for all its visitors. Of an IPv6 /64. */
const MAX_PER_NETWORK = 500;
/** Of a process: some 35 kB of memory each. Visitors leave room for those who are signed in. */
const MAX_TOTAL = 6000;
const MAX_VISITORS = 4000;
const RETRY_AFTER_S = 10;
const FOR_SCREENS = { detail: 'Live events are for open screens. Use webhooks with an API key.' };
/** Tells the client to read everything again. */
const EVERYTHING: ShownEvent = { topic: '*' };

/**
 * `GET /api/live`: server-sent events. Each names a kind of record, and a record, that has changed; the client reads it
 * again. A client that reconnects with `Last-Event-ID` receives what it has missed. The message
 * `ready` follows, with the id to resume from.
 */
export function serveLiveEvents(
  live: LiveEvents,
  { heartbeatMs = HEARTBEAT_MS, maxVisitors = MAX_VISITORS } = {},
): (api: Api) => void {
  return ({ fastify, services }) => {
    const streams = new Set<PassThrough>();
    const open = new Map<string, number>();
    const count = (names: readonly string[], by: 1 | -1) => {
      for (const name of names) {
        const now = (open.get(name) ?? 0) + by;
        if (now === 0) open.delete(name);
        else open.set(name, now);
      }
    };
    let isClosing = false;
    fastify.addHook('preClose', (done) => {
      isClosing = true;
      for (const stream of streams) stream.end();
      done();
    });
    fastify.get('/api/live', { compress: false, config: { call: 'GET /live' } }, async (request, reply) => {
      const caller = await findCaller(services, liveCall, request);
      const deny = (refusal: Refusal) => {
        const problem = problemOf(refusal);
        logIfDenied(request, liveCall, problem);
        return sendProblem(reply, problem);
      };
      if (isRefusal(caller)) return deny(caller);
      if (isApiKey(caller.actor)) return deny(refuse('forbidden', FOR_SCREENS));
      const limits = limitsFor(caller, maxVisitors);
      if (limits.some(({ name, most }) => (open.get(name) ?? 0) >= most))
        return deny(refuse('throttled', { extensions: { retryAfter: RETRY_AFTER_S } }));
      const stream = new PassThrough();
      streams.add(stream);
      const counted = limits.map(({ name }) => name);
      count(counted, 1);
      const unsubscribe = live.subscribe((event) => send(stream, caller.actor, event));
      const heartbeat = setInterval(() => void beat(caller.actor, stream), heartbeatMs);
      stream.on('close', () => {
        streams.delete(stream);
        count(counted, -1);
        unsubscribe();
        clearInterval(heartbeat);
      });
      if (isClosing) stream.end(); // the client connects again, to another process
      void begin(stream, caller.actor, lastSeenID(request)).catch((error: Error) => stream.destroy(error));
      return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(stream);
    });

    /** Ends the stream when the session has ended. */
    async function beat(actor: Actor, stream: PassThrough): Promise<void> {
      const sessionID = sessionIDOf(actor);
      const isOpen = sessionID === null || (await isSessionOpen(services, sessionID).catch(() => true)); // no database: later
      if (isOpen) write(stream, ': still here\n\n');
      else stream.end();
    }

    async function begin(stream: PassThrough, actor: Actor, after: number | null): Promise<void> {
      const newest = await newestEventID(services);
      const missed = await readMissedEvents(services, after);
      for (const event of missed ?? [null]) send(stream, actor, event);
      write(stream, `id: ${newest}\nevent: ready\ndata: {}\n\n`);
    }
  };
}

/** Not a route of the contract, whose replies end. */
const liveCall = defineCall({
  method: 'GET',
  path: '/live',
  who: ['anyone', 'customer', 'cleaner', 'admin'],
  summary: 'What changes, as server-sent events.',
  reply: z.string(),
});

interface Limit {
  /** What its open streams are counted under. */
  readonly name: string;
  readonly most: number;
}

/** Exported for its table of cases. */
export function limitsFor(
  { actor, ip }: Pick<Caller, 'actor' | 'ip'>,
  maxVisitors: number,
): readonly Limit[] {
  const total = { name: 'total', most: MAX_TOTAL };
  const sessionID = sessionIDOf(actor);
  if (sessionID !== null) return [total, { name: `session ${sessionID}`, most: MAX_PER_SESSION }];
  const networks = networksOf(ip).map(({ name, times }) => ({
    name: `network ${name}`,
    most: MAX_PER_NETWORK * times,
  }));
  return [total, { name: 'visitors', most: maxVisitors }, ...networks];
}

function lastSeenID(request: FastifyRequest): number | null {
  const sent = String(request.headers['last-event-id'] ?? '');
  return /^\d{1,15}$/.test(sent) ? Number(sent) : null;
}

function send(stream: PassThrough, actor: Actor, event: LiveEvent | null): void {
  const shown = event === null ? EVERYTHING : shownTo(actor, event);
  if (shown === null) return;
  const id = event === null ? '' : `id: ${event.id}\n`;
  write(stream, `${id}data: ${JSON.stringify(shown)}\n\n`);
}

function write(stream: PassThrough, text: string): void {
  if (stream.writableLength > UNREAD_BYTES) stream.destroy();
  else if (!stream.writableEnded) stream.write(text);
}
