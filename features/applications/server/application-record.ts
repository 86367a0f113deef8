import type { Selectable } from 'kysely';
import type { Application } from '#database/generated.ts';
import { adminNames } from '#features/accounts/server/index.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { columnsOf } from '#platform/server/columns.ts';
import type { Context } from '#platform/server/context.ts';
import { readSteps } from '#platform/server/inbox.ts';
import { plainRecord } from '#platform/server/plain-record.ts';
import { marksOf } from '#platform/server/records.ts';
import type { ApplicationItem, ApplicationReply } from '../contract.ts';
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
  return { id: row.id, ...COLUMNS.toWire(row), state: row.state as ApplicationState, ...marksOf(row) };
}

/** Who applied, and what they wrote, is deleted after a year: the audit trail, which stays, has only what became of it. */
export const APPLICATION = plainRecord({ table: KIND, toItem: toApplicationItem, audited: ['state'] });

/** An application with what was done about it. */
export async function readApplication(
  ctx: Context,
  id: string,
): Promise<ApplicationReply | Refusal<'not_found'>> {
  const row = await APPLICATION.find(ctx, id);
  return row === undefined ? refuse('not_found') : withHistory(ctx, toApplicationItem(row));
}

export async function withHistory(ctx: Context, item: ApplicationItem): Promise<ApplicationReply> {
  return { ...item, history: await readSteps(ctx, item.id, adminNames) };
}
