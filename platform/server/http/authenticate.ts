import type { FastifyRequest } from 'fastify';
import type { CallDefinition } from '../../contract/call.ts';
import { type Actor, anyone, roleRefusal, type SignedIn } from '../../kernel/actor.ts';
import { reachOf } from '../../kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import { API_KEY_PREFIX, findApiKey } from '../api-keys.ts';
import type { Context, Services } from '../context.ts';
import { findActor } from '../sessions/sessions.ts';
import { isXsrfTokenGood, XSRF_COOKIE, XSRF_HEADER } from '../sessions/xsrf.ts';
import type { Throttled } from '../throttle.ts';
import { knownBrowsersOf, sessionCookieName, visitorOf } from './cookies.ts';
import { browserLanguage } from './pages/page-language.ts';

export type Caller = Pick<Context, 'actor' | 'ip' | 'userAgent' | 'language' | 'visitor' | 'knownBrowsers'>;

/**
 * Identifies the caller and checks the route's `who`. Deny by default: a route admits only those it names. A Bearer
 * token that is sent must be valid even on a public route, so that nobody wrongly assumes that they are signed in,
 * except where people sign in again.
 */
export async function findCaller(
  services: Services,
  call: CallDefinition,
  request: FastifyRequest,
): Promise<Caller | Refusal<'unauthenticated' | 'forbidden' | 'xsrf'> | Throttled> {
  const actor = await findSender(services, call, request);
  if (isRefusal(actor)) return actor;
  if (!isAllowed(call, actor)) return refusalOf(call, actor);
  return {
    actor,
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? ''),
    language: browserLanguage(request),
    visitor: visitorOf(request),
    knownBrowsers: knownBrowsersOf(services, request),
  };
}

async function findSender(
  services: Services,
  call: CallDefinition,
  request: FastifyRequest,
): Promise<Actor | Refusal<'unauthenticated' | 'xsrf'> | Throttled> {
  const token = call.rawBody ? undefined : bearerToken(request);
  if (token?.startsWith(API_KEY_PREFIX)) {
    // Browsers never send an API key by themselves, so it needs no XSRF token.
    const found = await findApiKey(services, { key: token, ip: request.ip });
    if (found !== null && !isRefusal(found)) nameInLog(request, found);
    return found ?? refuse('unauthenticated', BAD_KEY);
  }
  const session =
    token === undefined
      ? null
      : await findActor(services, token, request.cookies[sessionCookieName(services)]);
  if (token !== undefined && session === null && !call.signsIn) return refuse('unauthenticated');
  if (session !== null) nameInLog(request, session);
  if (isUnsafe(call) && !isSameSite(services, request, session)) return refuse('xsrf');
  return session === null ? anyone : signedIn(session);
}

/** From here on, every line about this request names the account. */
function nameInLog(request: FastifyRequest, { role, id }: SignedIn): void {
  request.log = request.log.child({ actor: { role, id } });
}

const BAD_KEY = {
  detail: 'This API key is unknown, revoked or expired. Check it, or ask an owner for a new one.',
};

export function isAllowed(call: CallDefinition, actor: Actor): boolean {
  if (call.who.includes('anyone')) return true;
  if (actor.role === 'anyone' || !call.who.includes(actor.role)) return false;
  const reach = call.action === undefined ? 'any' : reachOf(actor, call.action);
  // An API key has no account, so nothing is its own.
  return actor.apiKey === true ? reach === 'any' : reach !== null;
}

function refusalOf(call: CallDefinition, actor: Actor): Refusal<'unauthenticated' | 'forbidden'> {
  if (actor.role === 'anyone') return refuse('unauthenticated');
  const { officeRole, apiKey } = actor;
  const isForColleagues = call.who.includes('admin') && officeRole !== undefined && officeRole !== 'owner';
  return isForColleagues && apiKey === undefined
    ? refuse('forbidden', { detail: roleRefusal(officeRole) })
    : refuse('forbidden');
}

function isUnsafe(call: CallDefinition): boolean {
  return call.method !== 'GET' && call.rawBody !== true;
}

function isSameSite(
  services: Services,
  request: FastifyRequest,
  session: { sessionID: string; browser: boolean } | null,
): boolean {
  if (request.headers['sec-fetch-site'] === 'cross-site') return false;
  const cookie = request.cookies[XSRF_COOKIE];
  if (cookie === undefined) return session?.browser !== true;
  const header = request.headers[XSRF_HEADER];
  return isXsrfTokenGood(
    services.keys,
    { cookie, header: typeof header === 'string' ? header : undefined },
    session?.browser ? session.sessionID : null,
  );
}

function bearerToken(request: FastifyRequest): string | undefined {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token ? token : undefined;
}

function signedIn(session: SignedIn): SignedIn {
  const { role, id, sessionID, officeRole } = session;
  return { role, id, sessionID, ...(officeRole && { officeRole }) };
}
