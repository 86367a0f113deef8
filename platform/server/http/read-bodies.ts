import type { FastifyInstance } from 'fastify';
import { namesTwice } from './repeated-names.ts';

const A_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/**
 * Parses JSON as usual; routes that read raw bytes get them unparsed, with any content type. An empty body may have any
 * content type.
 */
export function readBodies(fastify: FastifyInstance): void {
  const parseJson = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addHook('onRequest', ({ headers }, _reply, done) => {
    // An invalid content type falls through to the catch-all parser, which refuses a body and accepts an empty one.
    const type = headers['content-type'];
    if (type !== undefined && !A_TYPE.test(type)) delete headers['content-type'];
    done();
  });
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.rawBody) return done(null, body);
    const text = readUtf8(body as Buffer);
    if (text === null) return done(malformed('not UTF-8'));
    if (text === '') return done(null, undefined); // an action without a body sends none
    return parseJson(request, text, (error, json) => done(error ?? repeatedName(text), json));
  });
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    // A mailbox's unsubscribe button posts a form.
    if (request.routeOptions.config.rawBody) return done(null, body);
    return done(body.length === 0 ? null : failure('FST_ERR_CTP_INVALID_MEDIA_TYPE', 'not JSON'), undefined);
  });
}

function repeatedName(json: string): Error | null {
  return namesTwice(json) ? malformed('a name comes twice') : null;
}

const malformed = (why: string) => failure('FST_ERR_CTP_INVALID_JSON_BODY', why);

/** An error with Fastify's code, which answerErrors maps. */
function failure(code: string, why: string): Error {
  return Object.assign(new Error(why), { code });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function readUtf8(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null; // the decoder throws on bytes that are not UTF-8, which is the check here
  }
}
