import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { CallDefinition } from '../../contract/call.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../kernel/csv.ts';
import { downloadLists, may } from '../../kernel/policy.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { audit } from '../audit.ts';
import type { Context } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { logIfDenied } from '../http/log-denied.ts';
import { problemOf, sendProblem } from '../http/problems.ts';
import type { CsvColumn } from './csv.ts';
import type { StreamedList } from './streamed-list.ts';

/** Sends a list as JSON, or as CSV to an admin who requested a download; never holds more than one page in memory. */
export async function sendList(
  reply: FastifyReply,
  ctx: Context,
  call: CallDefinition,
  list: StreamedList,
): Promise<FastifyReply> {
  const json = { 'content-type': 'application/json; charset=utf-8' };
  if (!list.download) return sendParts(reply, json, jsonParts(list), { ctx, list });
  if (!may(ctx.actor, downloadLists) || list.csv === undefined) {
    const problem = problemOf({ refusal: 'forbidden' });
    logIfDenied(reply.request, call, problem);
    return sendProblem(reply, problem);
  }
  const noted = await inTransaction(ctx, (tx) =>
    audit(tx, { action: 'download', subject: { kind: list.name, id: null }, after: { call: call.path } }),
  );
  if (isRefusal(noted)) return sendProblem(reply, problemOf(noted));
  const csv = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${list.fileName}.csv"`,
  };
  return sendParts(reply, csv, csvParts(list, list.csv), { ctx, list });
}

/** A text in parts, one per page of the list; the last part is the return value. */
type Parts = AsyncGenerator<string, string>;

interface Sending {
  readonly ctx: Context;
  readonly list: StreamedList;
}

/**
 * A list of one page is sent at once, a longer one as its pages are read. The headers are set once there is something
 * to send: a list that fails on its first page gets a normal error reply, and is not an attachment.
 */
async function sendParts(
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
  parts: Parts,
  sending: Sending,
): Promise<FastifyReply> {
  const first = await parts.next();
  reply.headers(headers);
  if (first.done) return reply.send(Buffer.from(first.value)); // a long string would be copied once more to be appended to the headers
  const text = rest(first.value, parts, sending);
  return reply.send(Readable.from(text, { highWaterMark: 1 })); // a page is long: buffer one of them, not sixteen
}

/**
 * Once the first bytes are sent, a failure can only abort the stream: the client sees an incomplete response, and we
 * log it.
 */
async function* rest(begun: string, parts: Parts, { ctx, list }: Sending): AsyncGenerator<string> {
  yield begun;
  try {
    yield yield* parts;
  } catch (error) {
    ctx.metrics.brokenLists.inc({ list: list.name });
    ctx.log.error({ err: error, list: list.name, requestID: ctx.requestID }, 'list stream aborted');
    throw error;
  }
}

/** The total is counted after the rows have been read, and follows them. */
async function* jsonParts(list: StreamedList): Parts {
  let before = '{"items":[';
  let rows = 0;
  for await (const page of list.pages()) {
    const { items, next, isLast } = page;
    rows += items.length;
    const { from, size } = list;
    const end = isLast ? { next, total: await list.total(rows, page), from, size } : null;
    if (end !== null && rows === items.length) return JSON.stringify({ items, ...end });
    const text = items.length === 0 ? '' : before + unwrapped(items);
    before = ',';
    if (end === null) yield text;
    else return `${text}],${unwrapped(end)}}`;
  }
  throw new Error('A list has a last page.');
}

/** The JSON of an object without its outer brackets. */
function unwrapped(value: object): string {
  return JSON.stringify(value).slice(1, -1);
}

async function* csvParts(list: StreamedList, columns: readonly CsvColumn<never>[]): Parts {
  let before = BYTE_ORDER_MARK + csvLine(columns.map((column) => column.heading));
  for await (const { items, isLast } of list.pages()) {
    const lines = items.map((item) => csvLine(columns.map((column) => column.value(item as never))));
    const text = before + lines.join('');
    before = '';
    if (!isLast) yield text;
    else return text;
  }
  throw new Error('A list has a last page.');
}
