import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { type Refusal, refuse } from '../../kernel/refusal.ts';

/** Maximum number of other form parts, and their length; they are read and dropped. */
const OTHER_PARTS = 10;
const OTHER_BYTES = 1000;

/** A route that accepts multipart forms; no other route does. The form is not read before the caller is known. */
export function routeWithFile(fastify: FastifyInstance, route: RouteOptions): void {
  void fastify.register((scope, _options, done) => {
    void scope.register(multipart);
    scope.route(route);
    done();
  });
}

/** Files of up to 10 MB held in memory at a time, each waiting for one of two threads. A batch of phone photos fits. */
const MAX_FILES = 16;
/** Seconds; an average photo takes less. */
export const FILES_RETRY_S = 5;
let files = 0;

/** Runs `work`, or returns null if this process is already handling as many files as it has memory for. */
export async function limitFiles<T>(work: () => Promise<T>): Promise<T | null> {
  if (files >= MAX_FILES) return null;
  files += 1;
  try {
    return await work();
  } finally {
    files -= 1;
  }
}

/**
 * A client that is still sending would lose the reply, so the rest is read and dropped, for as long as a request may
 * last.
 */
export function dropBody(request: FastifyRequest): void {
  request.raw.unpipe();
  request.raw.resume();
}

/** Reads the form's single file into the body, under its field's name. Its file name and content type are ignored. */
export async function readSentFile(
  request: FastifyRequest,
  most: number,
): Promise<Refusal<'too_large' | 'malformed'> | null> {
  if (!request.isMultipart()) return null; // the route's schema reports the missing field
  const limits = { fileSize: most, files: 1, fields: OTHER_PARTS, fieldSize: OTHER_BYTES };
  try {
    const part = await request.file({ limits });
    request.body = part === undefined ? {} : Object.fromEntries([[part.fieldname, await part.toBuffer()]]);
    return null;
  } catch (error) {
    return refuse(isTooLarge(error) ? 'too_large' : 'malformed');
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE';
}
