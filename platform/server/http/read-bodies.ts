import type { FastifyInstance } from 'fastify';
import { namesTwice } from './repeated-names.ts';

const A_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/** JSON as usual; calls that read their bytes themselves get them as they came, of any type. An empty body may be of any type. */
export function readBodies(fastify: FastifyInstance): void {
  const parseJson = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addHook('onRequest', ({ headers }, _reply, done) => {
    // What names no type is left to the parser of any: it refuses a body, and takes none.
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
    // A mailbox that unsubscribes sends a form.
    if (request.routeOptions.config.rawBody) return done(null, body);
    return done(body.length === 0 ? null : failure('FST_ERR_CTP_INVALID_MEDIA_TYPE', 'not JSON'), undefined);
  });
}

function repeatedName(json: string): Error | null {
  return namesTwice(json) ? malformed('a name comes twice') : null;
}

const malformed = (why: string) => failure('FST_ERR_CTP_INVALID_JSON_BODY', why);

/** An error as Fastify's own: answerErrors knows its code. */
function failure(code: string, why: string): Error {
  return Object.assign(new Error(why), { code });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function readUtf8(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null; // the decoder throws on bytes that are not UTF-8, which is what is asked here
  }
}
