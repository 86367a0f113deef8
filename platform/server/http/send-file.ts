import type { FastifyReply } from 'fastify';
import { fileReply } from '../../contract/file.ts';

/**
 * Sends the reply of a route with `produces`: a download that is never displayed inline and never cached, because it is
 * one person's.
 * @throws when the handler did not reply with a file, which is a bug
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
