import type { FastifyError, FastifyInstance } from 'fastify';
import pg from 'pg';
import type { CommonCode } from '../../contract/errors.ts';
import { problemOf, sendProblem } from './problems.ts';

const CANNOT_CONNECT = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT']);
/** PostgreSQL says: shutting down, starting up, too many connections, statement or lock timed out. */
const DATABASE_BUSY = /^(?:57P0[1-3]|53\d{3}|08\d{3}|57014|55P03)$/;

const BY_FASTIFY_CODE: Readonly<Record<string, CommonCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed',
};

/** The one place where what was thrown becomes a reply. Nothing of SQL, stacks or tables leaves. */
export function answerErrors(fastify: FastifyInstance): void {
  fastify.setErrorHandler((error: FastifyError, request, reply) => {
    const code = codeFor(error);
    if (code === 'internal' || code === 'unavailable') request.log.error({ err: error }, 'request failed');
    return sendProblem(reply, problemOf({ refusal: code }));
  });
}

function codeFor(error: FastifyError): CommonCode {
  const byFastify = BY_FASTIFY_CODE[error.code ?? ''];
  if (byFastify !== undefined) return byFastify;
  if (isDatabaseBusy(error)) return 'unavailable';
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 500 ? 'malformed' : 'internal';
}

function isDatabaseBusy(error: Error & { code?: string }): boolean {
  if (error instanceof pg.DatabaseError) return DATABASE_BUSY.test(error.code ?? '');
  return (
    CANNOT_CONNECT.has(error.code ?? '') ||
    /timeout exceeded when trying to connect|Connection terminated/.test(error.message)
  );
}
