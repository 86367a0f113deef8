import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Role } from '../../kernel/actor.ts';
import type { Services } from '../context.ts';
import { KNOWN_BROWSER_LIFE, newKnownBrowser } from '../sessions/known-browser.ts';
import type { NewSession } from '../sessions/sessions.ts';
import { newXsrfToken, XSRF_COOKIE } from '../sessions/xsrf.ts';

/** True when the app is served over https, so that cookies can be Secure. */
export function isSecure(services: Services): boolean {
  return services.config.PUBLIC_URL?.startsWith('https:') ?? false;
}

/** `__Host-` requires https; on plain http the cookie has no prefix. */
export function sessionCookieName(services: Services): string {
  return isSecure(services) ? '__Host-sfp' : 'sfp';
}

/** One per role: the same browser may be used by a customer and a cleaner. */
function knownBrowserCookieName(services: Services, role: Role): string {
  return `${isSecure(services) ? '__Host-' : ''}known-${role}`;
}

/** The known-browser cookies as sent. */
export function knownBrowsersOf(services: Services, request: FastifyRequest): string[] {
  return (['customer', 'cleaner', 'admin'] as const)
    .map((role) => request.cookies[knownBrowserCookieName(services, role)])
    .filter((cookie) => cookie !== undefined);
}

/** Every page sets the XSRF cookie, so a client that sends it keeps cookies. */
export function isBrowser(request: FastifyRequest): boolean {
  return visitorOf(request) !== null;
}

/** Identifies a browser until someone signs in or out there; null for a client without cookies. */
export function visitorOf(request: FastifyRequest): string | null {
  return request.cookies[XSRF_COOKIE] ?? null;
}

/** Gives a visitor an XSRF token that is not bound to a session, unless they have one. */
export function ensureXsrfToken(services: Services, request: FastifyRequest, reply: FastifyReply): void {
  if (!isBrowser(request)) setXsrf(services, reply);
}

/**
 * Binds the browser to its new session: an XSRF token of its own, the HttpOnly second half, and the known-browser
 * cookie.
 */
export function setSessionCookies(services: Services, reply: FastifyReply, session: NewSession): void {
  if (session.cookie === null) return;
  // A duration rather than a date: the browser's clock differs from the app's, especially in the sandbox.
  const left = Math.floor(services.clock.now().until(session.expiresAt).total('seconds'));
  // Without one, it ends with the browser, and so does the session: on a shared device the next person is not signed in.
  const life = session.outlivesBrowser ? { maxAge: left } : {};
  // As long as the session cookie: a browser that was closed must come back with both, or all its requests are refused.
  setXsrf(services, reply, { sessionID: session.sessionID, ...life });
  reply.setCookie(sessionCookieName(services), session.cookie, {
    ...cookieRules(services),
    httpOnly: true,
    ...life,
  });
  const { account } = session;
  const sent = knownBrowsersOf(services, reply.request);
  reply.setCookie(knownBrowserCookieName(services, account.role), newKnownBrowser(services, account, sent), {
    ...cookieRules(services),
    httpOnly: true,
    maxAge: KNOWN_BROWSER_LIFE.total('seconds'),
  });
}

/** Sign-out: an unbound XSRF token, and no second half. */
export function clearSessionCookies(services: Services, request: FastifyRequest, reply: FastifyReply): void {
  if (!isBrowser(request)) return;
  setXsrf(services, reply);
  reply.clearCookie(sessionCookieName(services), { ...cookieRules(services), httpOnly: true });
}

/** Unbound; or bound to a session. Without a duration until the browser closes. */
function setXsrf(
  services: Services,
  reply: FastifyReply,
  bound?: { readonly sessionID: string; readonly maxAge?: number },
): void {
  reply.setCookie(XSRF_COOKIE, newXsrfToken(services.keys, bound?.sessionID ?? null), {
    ...cookieRules(services),
    ...(bound?.maxAge !== undefined && { maxAge: bound.maxAge }),
  });
}

function cookieRules(services: Services) {
  return { path: '/', sameSite: 'strict', secure: isSecure(services) } as const;
}
