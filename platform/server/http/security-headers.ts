import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../context.ts';
import { isSecure } from './cookies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** This reply's nonce for style elements; scripts are never inline. */
    styleNonce: string;
  }
}

const A_YEAR_S = 31_536_000;

/** Security headers on every reply, errors too. Source: OWASP Secure Headers Project. */
export async function setSecurityHeaders(fastify: FastifyInstance, services: Services): Promise<void> {
  const secure = isSecure(services);
  fastify.decorateRequest('styleNonce', '');
  fastify.addHook('onRequest', async (request) => {
    request.styleNonce = randomBytes(16).toString('base64');
    (request.raw as { styleNonce?: string }).styleNonce = request.styleNonce; // helmet sees the raw request
  });
  await fastify.register(helmet, {
    global: true,
    hsts: secure ? { maxAge: A_YEAR_S, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false, // Stripe's frames send no CORP header
    frameguard: { action: 'deny' },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", 'https://js.stripe.com'],
        connectSrc: ["'self'", 'https://api.stripe.com'],
        frameSrc: ['https://js.stripe.com', 'https://hooks.stripe.com'],
        imgSrc: ["'self'", 'data:', 'blob:', 'https://*.stripe.com'],
        styleSrc: ["'self'", (request) => `'nonce-${(request as { styleNonce?: string }).styleNonce ?? ''}'`],
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
  });
}
