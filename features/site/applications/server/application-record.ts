import type { Selectable } from 'kysely';
import type { Application } from '#database/generated.ts';
import { adminNames } from '#features/people/accounts/server/index.ts';
import { columnsOf } from '#platform/server/columns.ts';
import { inboxRecord } from '#platform/server/inbox-record.ts';
import { marksOf } from '#platform/server/records.ts';
import type { ApplicationItem } from '../contract.ts';
import type { ApplicationState } from '../rules/states.ts';

type ApplicationRow = Selectable<Application>;

export const KIND = 'application';

export const COLUMNS = columnsOf(
  'firstname',
  'lastname',
  'phone',
  'email',
  'gender',
  'age',
  'experience',
  'nationality',
  'home_area',
  'apply_for',
  'message',
  'state',
  'note',
);

export function toApplicationItem(row: ApplicationRow): ApplicationItem {
  const { id, cleanerID } = row;
  return { id, ...COLUMNS.toWire(row), state: row.state as ApplicationState, cleanerID, ...marksOf(row) };
}

export const APPLICATION = inboxRecord({ table: KIND, toItem: toApplicationItem, namesOf: adminNames });
