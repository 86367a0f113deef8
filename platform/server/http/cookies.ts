import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../context.ts';
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

/** A client that keeps cookies shows it by sending the XSRF cookie that every page sets. */
export function isBrowser(request: FastifyRequest): boolean {
  return request.cookies[XSRF_COOKIE] !== undefined;
}

/** What tells one browser from another before anybody signs in; null for a client without cookies. */
export function visitorOf(request: FastifyRequest): string | null {
  return request.cookies[XSRF_COOKIE] ?? null;
}

/** Gives a visitor an XSRF token bound to nobody, unless they hold one. */
export function ensureXsrfToken(services: Services, request: FastifyRequest, reply: FastifyReply): void {
  if (!isBrowser(request)) setXsrf(services, reply, null);
}

/** Binds the browser to its new session: a token of its own, and the HttpOnly second half. */
export function setSessionCookies(services: Services, reply: FastifyReply, session: NewSession): void {
  if (session.cookie === null) return;
  setXsrf(services, reply, session.sessionId);
  reply.setCookie(sessionCookieName(services), session.cookie, {
    ...cookieRules(services),
    httpOnly: true,
    // A length, not a date: the browser's clock is not the app's, least of all in the sandbox.
    maxAge: Math.floor(services.clock.now().until(session.expiresAt).total('seconds')),
  });
}

/** Sign-out: a token bound to nobody, the second half gone. */
export function clearSessionCookies(services: Services, request: FastifyRequest, reply: FastifyReply): void {
  if (!isBrowser(request)) return;
  setXsrf(services, reply, null);
  reply.clearCookie(sessionCookieName(services), { ...cookieRules(services), httpOnly: true });
}

function setXsrf(services: Services, reply: FastifyReply, sessionId: string | null): void {
  reply.setCookie(XSRF_COOKIE, newXsrfToken(services.keys, sessionId), cookieRules(services));
}

function cookieRules(services: Services) {
  return { path: '/', sameSite: 'strict', secure: isSecure(services) } as const;
}
