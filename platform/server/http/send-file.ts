import type { FastifyReply } from 'fastify';
import { fileReply } from '../../contract/file.ts';

/**
 * Sends what a call with `produces` replies: bytes to keep, never to show, and left to no cache: they are one person's.
 * @throws where the handler replied no file: a bug of ours.
 */
export function sendFile(reply: FastifyReply, kind: string, outcome: unknown): FastifyReply {
  const { filename, bytes } = fileReply.parse(outcome);
  return reply
    .headers({
      'content-type': kind,
      'content-disposition': `attachment; filename="${filename}"`,
      'cache-control': 'no-store',
    })
    .send(Buffer.from(bytes));
}
