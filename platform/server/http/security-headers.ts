import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Services } from '../context.ts';
import { isSecure } from './cookies.ts';

/** Not for subdomains: the company may run other sites there without https. */
const A_YEAR_S = 31_536_000;

/** For every reply that is not a page: as a page it may load nothing. Source: OWASP REST Security Cheat Sheet. */
export const PLAIN_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** Sets security headers on every reply, including errors; a page sets its own with `setPageHeaders`. */
export async function setSecurityHeaders(fastify: FastifyInstance, services: Services): Promise<void> {
  const secure = isSecure(services);
  const headers = {
    ...PLAIN_HEADERS,
    ...(secure && { 'strict-transport-security': `max-age=${A_YEAR_S}` }),
  };
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  await fastify.register(helmet, {
    ...pageHeaders(secure, services.providers.facebook !== null),
    global: false,
  });
}

/** The response of a page, with the nonce of its style elements, and who may frame it. */
type PageResponse = ServerResponse & { styleNonce?: string; framedBy?: 'self' };

/** Pages for signed-in people must not be framed. */
const NOT_PUBLIC = /^\/(?:admin|cleaner|dashboard)(?:[/?]|$)/i;
/** The office's form shows a public page with unpublished changes in a frame. */
const PREVIEW = /[?&]preview=/;

/**
 * Sets the headers of a page: what it may load, and from where. Returns the nonce of its style elements; scripts are
 * never inline. Source: OWASP Secure Headers Project.
 */
export function setPageHeaders(reply: FastifyReply): string {
  const nonce = randomBytes(16).toString('base64');
  const { url } = reply.request;
  const isPreview = PREVIEW.test(url) && !NOT_PUBLIC.test(url);
  Object.assign(reply.raw as PageResponse, {
    styleNonce: nonce,
    ...(isPreview && { framedBy: 'self' }),
  });
  for (const name of Object.keys(PLAIN_HEADERS)) reply.removeHeader(name);
  reply.helmet();
  if (isPreview) reply.header('x-frame-options', 'SAMEORIGIN');
  return nonce;
}

/** For Facebook's button: its script, and the frame and requests through which it learns the result of the pop-up. */
const FACEBOOK = { scripts: ['https://connect.facebook.net'], site: ['https://www.facebook.com'] };
const NOTHING = { scripts: [], site: [] };

function pageHeaders(secure: boolean, withFacebook: boolean): FastifyHelmetOptions {
  const facebook = withFacebook ? FACEBOOK : NOTHING;
  return {
    hsts: secure ? { maxAge: A_YEAR_S, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false, // Stripe's frames send no CORP header
    // Facebook's pop-up posts its result to the page that opened it.
    crossOriginOpenerPolicy: { policy: withFacebook ? 'same-origin-allow-popups' : 'same-origin' },
    frameguard: { action: 'deny' },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", 'https://js.stripe.com', ...facebook.scripts],
        connectSrc: ["'self'", 'https://api.stripe.com', ...facebook.site],
        // 'self': the office previews a page of the site beside its form.
        frameSrc: ["'self'", 'https://js.stripe.com', 'https://hooks.stripe.com', ...facebook.site],
        imgSrc: ["'self'", 'data:', 'blob:', 'https://*.stripe.com'],
        styleSrc: [
          "'self'",
          (_request, response) => `'nonce-${(response as PageResponse).styleNonce ?? ''}'`,
        ],
        // React writes style attributes; they can load nothing except what imgSrc and fontSrc allow.
        styleSrcAttr: ["'unsafe-inline'"],
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: [
          (_request, response) => ((response as PageResponse).framedBy === 'self' ? "'self'" : "'none'"),
        ],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
  };
}
