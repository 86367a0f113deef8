import type { Selectable } from 'kysely';
import type { ContactRequest } from '#database/generated.ts';
import { adminNames } from '#features/people/accounts/server/index.ts';
import { pickFields } from '#platform/kernel/fields.ts';
import { inboxRecord } from '#platform/server/inbox-record.ts';
import { marksOf } from '#platform/server/records.ts';
import type { RequestItem } from '../contract.ts';
import type { RequestState } from '../rules/states.ts';

type RequestRow = Selectable<ContactRequest>;

export const KIND = 'contact_request';

export const FIELDS = [
  'firstname',
  'lastname',
  'mobile',
  'email',
  'subject',
  'message',
  'state',
  'note',
] as const;

export function toRequestItem(row: RequestRow): RequestItem {
  return { id: row.id, ...pickFields(row, FIELDS), state: row.state as RequestState, ...marksOf(row) };
}

export const REQUEST = inboxRecord({ table: KIND, toItem: toRequestItem, namesOf: adminNames });
