import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { fileReply, streamedFileReply } from '../../contract/file.ts';

/**
 * Sends the reply of a route with `produces`: a download that is never displayed inline and never cached, because it is
 * one person's.
 * @throws when the handler did not reply with a file, which is a bug
 */
export function sendFile(reply: FastifyReply, kind: string, outcome: unknown): FastifyReply {
  const file = streamedFileReply.or(fileReply).parse(outcome);
  reply.headers({
    'content-type': kind,
    'content-disposition': `attachment; filename="${file.filename}"`,
    'cache-control': 'no-store',
  });
  if ('bytes' in file) return reply.send(Buffer.from(file.bytes));
  // A part is long: one is read ahead, not sixteen.
  return reply.header('content-length', file.length).send(Readable.from(file.parts, { highWaterMark: 1 }));
}
