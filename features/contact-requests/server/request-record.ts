import type { Selectable } from 'kysely';
import type { ContactRequest } from '#database/generated.ts';
import { adminNames } from '#features/accounts/server/index.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { columnsOf } from '#platform/server/columns.ts';
import type { Context } from '#platform/server/context.ts';
import { readSteps } from '#platform/server/inbox.ts';
import { plainRecord } from '#platform/server/plain-record.ts';
import { marksOf } from '#platform/server/records.ts';
import type { RequestItem, RequestReply } from '../contract.ts';
import type { RequestState } from '../rules/states.ts';

type RequestRow = Selectable<ContactRequest>;

export const KIND = 'contact_request';

export const COLUMNS = columnsOf(
  'firstname',
  'lastname',
  'mobile',
  'email',
  'subject',
  'message',
  'state',
  'note',
);

export function toRequestItem(row: RequestRow): RequestItem {
  return { id: row.id, ...COLUMNS.toWire(row), state: row.state as RequestState, ...marksOf(row) };
}

/** Who wrote, and what, is deleted after a year: the audit trail, which stays, has only what became of it. */
export const REQUEST = plainRecord({ table: KIND, toItem: toRequestItem, audited: ['state'] });

/** A request with what was done about it. */
export async function readRequest(ctx: Context, id: string): Promise<RequestReply | Refusal<'not_found'>> {
  const row = await REQUEST.find(ctx, id);
  return row === undefined ? refuse('not_found') : withHistory(ctx, toRequestItem(row));
}

export async function withHistory(ctx: Context, item: RequestItem): Promise<RequestReply> {
  return { ...item, history: await readSteps(ctx, item.id, adminNames) };
}
