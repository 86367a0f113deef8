import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Services } from '../context.ts';
import type { Api, RegisterRoutes } from './api.ts';
import { compressReplies } from './compress-replies.ts';
import { answerErrors, answerUnreadable, answerUnroutable } from './errors.ts';
import { problemOf, sendProblem } from './problems.ts';
import { readBodies } from './read-bodies.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { serveWebApp } from './web-app.ts';

/** 100 kB of JSON is a hundred times the largest legitimate request. */
const BODY_LIMIT = 100_000;
/** The application's time when the reply is sent, ISO 8601. */
const CLOCK_HEADER = 'x-kemas-now';
const REQUEST_TIMEOUT_MS = 30_000;
/** Contracts validate input and output: without these two, Fastify loads Ajv and a serializer that no route uses. */
const NO_COMPILERS = { buildValidator: refuseSchema, buildSerializer: refuseSchema };

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: string;
    rawBody?: boolean;
  }
}

export interface AppParts {
  readonly services: Services;
  readonly routes: readonly RegisterRoutes[];
  /** Mounted after the features' routes: health, documentation, the web app. */
  readonly extras?: readonly ((api: Api) => Promise<void> | void)[];
  readonly checksReplies?: boolean;
  readonly guard?: Api['guard'];
  /** Aborts when the process begins to stop. */
  readonly stopping?: AbortSignal;
  /** Directory of the built web app; without one, only the API is served. */
  readonly webFolder?: string;
}

function refuseSchema(): never {
  throw new Error('A route has its own Fastify schema; `handle` validates with the contract.');
}

/**
 * A process that stops refuses no request that reaches it, but closes each connection after the reply: the next one
 * goes to another process.
 */
function closeConnectionsWhileStopping(fastify: FastifyInstance, stopping: AbortSignal): void {
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping.aborted) reply.header('connection', 'close');
    done();
  });
}

/** Builds Fastify with everything common to all routes: limits, headers, cookies, errors, metrics. */
export async function buildApp(parts: AppParts): Promise<Api> {
  const { services } = parts;
  const fastify = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: [...services.config.TRUST_PROXY],
    genReqId: () => services.newID(),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    schemaController: { compilersFactory: NO_COMPILERS },
    frameworkErrors: (error, _request, reply) => answerUnroutable(error, reply),
    clientErrorHandler: answerUnreadable,
  }) as unknown as FastifyInstance;
  const { stopping = new AbortController().signal } = parts;
  closeConnectionsWhileStopping(fastify, stopping);
  readBodies(fastify);
  answerErrors(fastify);
  await fastify.register(cookie);
  await setSecurityHeaders(fastify, services);
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    // Also checks the matched route, because the address may be percent-encoded: `/%61pi/jobs`.
    if (request.url.startsWith('/api') || request.routeOptions.url?.startsWith('/api')) {
      reply.header('cache-control', 'no-store');
      reply.header(CLOCK_HEADER, services.clock.now().toString()); // screens use the app's clock, not the device's
    }
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const call = request.routeOptions.config.call ?? 'other';
    services.metrics.requests.observe({ call, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    done();
  });
  await compressReplies(fastify);
  const api: Api = {
    fastify,
    services,
    calls: [],
    readers: new Map(),
    checksReplies: parts.checksReplies ?? false,
    stopping,
    guard: parts.guard,
  };
  for (const register of parts.routes) register(api);
  for (const extra of parts.extras ?? []) await extra(api);
  fastify.setNotFoundHandler((_request, reply) => sendProblem(reply, problemOf({ refusal: 'not_found' })));
  if (parts.webFolder !== undefined) await serveWebApp(api, parts.webFolder);
  return api;
}
