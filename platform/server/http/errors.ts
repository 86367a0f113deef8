import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CommonCode } from '../../contract/errors.ts';
import { isDatabaseBusy } from '../database/database-busy.ts';
import { problemOf, sendProblem } from './problems.ts';
import { PLAIN_HEADERS } from './security-headers.ts';

const BY_FASTIFY_CODE: Readonly<Record<string, CommonCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed',
};

/** Errors sent before the body was read. */
const READS_ON = new Set<CommonCode>(['too_large', 'wrong_media_type']);

/**
 * The single handler that turns thrown errors into replies. SQL, stack traces and table names never leave the server.
 */
export function answerErrors(fastify: FastifyInstance): void {
  fastify.setErrorHandler((error: FastifyError, request, reply) => {
    const code = codeFor(error);
    if (READS_ON.has(code)) readOn(request, reply);
    if (code === 'internal') request.log.error({ err: error, wake: true }, 'request failed');
    else if (code === 'unavailable') request.log.error({ err: error }, 'request refused: busy');
    return sendProblem(reply, problemOf({ refusal: code }));
  });
}

/**
 * Fastify and Node close the connection after such a reply, and bytes that arrive at a closed connection make the
 * client's system discard the reply before reading it. So the connection stays open, the rest of the body is read and
 * dropped for as long as a request may last, and then it closes if the client asked for that.
 */
function readOn({ raw: request }: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection');
  if (reply.raw.shouldKeepAlive) return;
  reply.raw.shouldKeepAlive = true;
  reply.raw.removeHeader('connection');
  reply.raw.once('finish', () => {
    const end = () => request.socket.end();
    if (request.readableEnded) end();
    else request.once('end', end);
  });
}

/** Errors before routing: `/jobs/%zz`, or an id of thousands of characters. Hooks do not run here. */
export function answerUnroutable(error: FastifyError, reply: FastifyReply): FastifyReply {
  reply.headers(BARE_HEADERS);
  const isTooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH';
  return sendProblem(reply, problemOf({ refusal: isTooLong ? 'not_found' : 'malformed' }));
}

const BARE_HEADERS = { ...PLAIN_HEADERS, 'cache-control': 'no-store' };

/** Invalid or too slow HTTP: the only reply that is written directly to the socket. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = STATUS_BY_CLIENT_ERROR[error.code ?? ''] ?? 400;
  const body = JSON.stringify({ ...problemOf({ refusal: 'malformed' }), status });
  const headers = { ...BARE_HEADERS, 'content-type': 'application/problem+json; charset=utf-8' };
  const lines = Object.entries({
    ...headers,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(error);
}

const STATUS_BY_CLIENT_ERROR: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

function codeFor(error: FastifyError): CommonCode {
  const byFastify = BY_FASTIFY_CODE[error.code ?? ''];
  if (byFastify !== undefined) return byFastify;
  if (isDatabaseBusy(error)) return 'unavailable';
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 500 ? 'malformed' : 'internal';
}
