import type { FastifyRequest } from 'fastify';
import type { CallDefinition } from '../../contract/call.ts';
import { type Actor, anyone, type SignedIn } from '../../kernel/actor.ts';
import { reachOf } from '../../kernel/policy.ts';
import { type Refusal, refuse } from '../../kernel/refusal.ts';
import type { Context, Services } from '../context.ts';
import { findActor } from '../sessions/sessions.ts';
import { isXsrfTokenGood, XSRF_COOKIE, XSRF_HEADER } from '../sessions/xsrf.ts';
import { knownBrowsersOf, sessionCookieName, visitorOf } from './cookies.ts';

export type Caller = Pick<Context, 'actor' | 'ip' | 'userAgent' | 'visitor' | 'knownBrowsers'>;

/**
 * Identifies the caller and checks the route's `who`. Deny by default: a route admits only those it names. A Bearer
 * token that is sent must be valid even on a public route, so that nobody continues in the belief of being signed in.
 */
export async function findCaller(
  services: Services,
  call: CallDefinition,
  request: FastifyRequest,
): Promise<Caller | Refusal<'unauthenticated' | 'forbidden' | 'xsrf'>> {
  const token = bearerToken(request);
  const session =
    token === undefined || call.rawBody
      ? null
      : await findActor(services, token, request.cookies[sessionCookieName(services)]);
  if (token !== undefined && session === null && !call.rawBody) return refuse('unauthenticated');
  if (isUnsafe(call) && !isSameSite(services, request, session)) return refuse('xsrf');
  const actor: Actor = session === null ? anyone : signedIn(session);
  if (!isAllowed(call, actor)) {
    if (actor.role === 'anyone') return refuse('unauthenticated');
    request.log.info({ actor: { role: actor.role, id: actor.id } }, 'not allowed by role');
    return refuse('forbidden');
  }
  return {
    actor,
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? ''),
    visitor: visitorOf(request),
    knownBrowsers: knownBrowsersOf(services, request),
  };
}

function isAllowed(call: CallDefinition, actor: Actor): boolean {
  if (call.who.includes('anyone')) return true;
  if (actor.role === 'anyone' || !call.who.includes(actor.role)) return false;
  return call.action === undefined || reachOf(actor, call.action) !== null;
}

function isUnsafe(call: CallDefinition): boolean {
  return call.method !== 'GET' && call.rawBody !== true;
}

function isSameSite(
  services: Services,
  request: FastifyRequest,
  session: { sessionId: string; browser: boolean } | null,
): boolean {
  if (request.headers['sec-fetch-site'] === 'cross-site') return false;
  const cookie = request.cookies[XSRF_COOKIE];
  if (cookie === undefined) return session?.browser !== true;
  const header = request.headers[XSRF_HEADER];
  return isXsrfTokenGood(
    services.keys,
    { cookie, header: typeof header === 'string' ? header : undefined },
    session?.browser ? session.sessionId : null,
  );
}

function bearerToken(request: FastifyRequest): string | undefined {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token ? token : undefined;
}

function signedIn(session: SignedIn): SignedIn {
  const { role, id, sessionId, officeRole } = session;
  return { role, id, sessionId, ...(officeRole && { officeRole }) };
}
