import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { CallDefinition } from '../../contract/call.ts';
import { downloadLists, may } from '../../kernel/policy.ts';
import { audit } from '../audit.ts';
import type { Context } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { problemOf, sendProblem } from '../http/problems.ts';
import { BYTE_ORDER_MARK, type CsvColumn, csvLine } from './csv.ts';
import type { StreamedList } from './streamed-list.ts';

/** Text is handed to the socket in pieces of about this many characters. */
const PIECE = 16_384;

/** Sends a list as JSON, or as CSV to an admin who asked for a download; never holds all rows. */
export async function sendList(
  reply: FastifyReply,
  ctx: Context,
  call: CallDefinition,
  list: StreamedList,
): Promise<FastifyReply> {
  if (!list.download) {
    const total = await list.total();
    return reply
      .type('application/json; charset=utf-8')
      .send(Readable.from(inPieces(jsonParts(list, total))));
  }
  if (!may(ctx.actor, downloadLists) || list.csv === undefined)
    return sendProblem(reply, problemOf({ refusal: 'forbidden' }));
  await inTransaction(ctx, (tx) =>
    audit(tx, { action: 'download', subject: { kind: list.name, id: null }, after: { call: call.path } }),
  );
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${list.name}.csv"`)
    .send(Readable.from(inPieces(csvParts(list, list.csv))));
}

async function* jsonParts(list: StreamedList, total: number | undefined): AsyncGenerator<string> {
  let separator = '';
  yield '{"items":[';
  for await (const item of list.items()) {
    yield separator + JSON.stringify(item);
    separator = ',';
  }
  yield `]${total === undefined ? '' : `,"total":${total}`},"from":${list.from},"size":${list.size}}`;
}

async function* csvParts(list: StreamedList, columns: readonly CsvColumn<never>[]): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map((column) => column.heading));
  for await (const item of list.items()) {
    yield csvLine(columns.map((column) => column.value(item as never)));
  }
}

async function* inPieces(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const part of parts) {
    piece += part;
    if (piece.length >= PIECE) {
      yield piece;
      piece = '';
    }
  }
  yield piece;
}
