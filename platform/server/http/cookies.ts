import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Role } from '../../kernel/actor.ts';
import type { Services } from '../context.ts';
import { KNOWN_BROWSER_LIFE, newKnownBrowser } from '../sessions/known-browser.ts';
import type { NewSession } from '../sessions/sessions.ts';
import { newXsrfToken, XSRF_COOKIE } from '../sessions/xsrf.ts';

/** True when the app is reached over https, so that cookies can be Secure. */
export function isSecure(services: Services): boolean {
  return services.config.PUBLIC_URL?.startsWith('https:') ?? false;
}

/** `__Host-` needs https; on plain http the same cookie goes unprefixed. */
export function sessionCookieName(services: Services): string {
  return isSecure(services) ? '__Host-sfp' : 'sfp';
}

/** One for each role: the same browser may be a customer's and a cleaner's. */
function knownBrowserCookieName(services: Services, role: Role): string {
  return `${isSecure(services) ? '__Host-' : ''}known-${role}`;
}

/** The cookies of known browsers, as they were sent. */
export function knownBrowsersOf(services: Services, request: FastifyRequest): string[] {
  return (['customer', 'cleaner', 'admin'] as const)
    .map((role) => request.cookies[knownBrowserCookieName(services, role)])
    .filter((cookie) => cookie !== undefined);
}

/** A client that keeps cookies shows it by sending the XSRF cookie that every page sets. */
export function isBrowser(request: FastifyRequest): boolean {
  return visitorOf(request) !== null;
}

/** The same text for the same browser until somebody signs in or out there; null for a client without cookies. */
export function visitorOf(request: FastifyRequest): string | null {
  return request.cookies[XSRF_COOKIE] ?? null;
}

/** Gives a visitor an XSRF token bound to nobody, unless they hold one. */
export function ensureXsrfToken(services: Services, request: FastifyRequest, reply: FastifyReply): void {
  if (!isBrowser(request)) setXsrf(services, reply);
}

/** Binds the browser to its new session: a token of its own, the HttpOnly second half, and the mark of a known browser. */
export function setSessionCookies(services: Services, reply: FastifyReply, session: NewSession): void {
  if (session.cookie === null) return;
  // A length, not a date: the browser's clock is not the app's, least of all in the sandbox.
  const maxAge = Math.floor(services.clock.now().until(session.expiresAt).total('seconds'));
  // As long as the other half: a browser that was closed comes back with both, or everything it sends is refused.
  setXsrf(services, reply, { sessionId: session.sessionId, maxAge });
  reply.setCookie(sessionCookieName(services), session.cookie, {
    ...cookieRules(services),
    httpOnly: true,
    maxAge,
  });
  const { account } = session;
  const sent = knownBrowsersOf(services, reply.request);
  reply.setCookie(knownBrowserCookieName(services, account.role), newKnownBrowser(services, account, sent), {
    ...cookieRules(services),
    httpOnly: true,
    maxAge: KNOWN_BROWSER_LIFE.total('seconds'),
  });
}

/** Sign-out: a token bound to nobody, the second half gone. */
export function clearSessionCookies(services: Services, request: FastifyRequest, reply: FastifyReply): void {
  if (!isBrowser(request)) return;
  setXsrf(services, reply);
  reply.clearCookie(sessionCookieName(services), { ...cookieRules(services), httpOnly: true });
}

/** Bound to nobody, for as long as the browser is open; or to a session, for as long as that may last. */
function setXsrf(
  services: Services,
  reply: FastifyReply,
  bound?: { readonly sessionId: string; readonly maxAge: number },
): void {
  reply.setCookie(XSRF_COOKIE, newXsrfToken(services.keys, bound?.sessionId ?? null), {
    ...cookieRules(services),
    ...(bound && { maxAge: bound.maxAge }),
  });
}

function cookieRules(services: Services) {
  return { path: '/', sameSite: 'strict', secure: isSecure(services) } as const;
}
