import type { z } from 'zod';
import { adminNameOf } from '#features/people/accounts/server/index.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { csvTime } from '#platform/server/lists/csv.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type { listNotes as call, NoteReply } from '../contract/notes.ts';
import { getCustomer, keepAccountOpen } from './customer-record.ts';

type Refused = Refusal<'not_found' | 'unavailable'>;

/** The office's notes on a customer, newest first. */
export async function listNotes(
  ctx: Context,
  customerId: string,
  query: z.output<typeof call.query>,
): Promise<ListOutcome | Refusal<'not_found'>> {
  if ((await getCustomer(ctx, customerId)) === null) return refuse('not_found');
  return listOf(ctx, query, {
    name: 'notes',
    rows: notesOf(ctx, customerId).where('customer_note.withdrawn_at', 'is', null),
    sort: { createdAt: ['customer_note.created_at'] },
    defaultOrder: 'desc',
    key: 'customer_note.id',
    toItem: toNoteReply,
    csv: [
      { heading: 'Date', value: (note) => csvTime(note.createdAt) },
      { heading: 'Written by', value: (note) => note.admin.fullname },
      { heading: 'Note', value: (note) => note.text },
    ],
  });
}

export async function addNote(
  ctx: ContextOf<'admin'>,
  customerId: string,
  text: string,
): Promise<NoteReply | Refused> {
  return inTransaction(ctx, async (tx) => {
    if (!(await keepAccountOpen(tx, customerId))) return refuse('not_found');
    const id = tx.newId();
    await tx.db
      .insertInto('customer_note')
      .values({
        id,
        customer_id: customerId,
        admin_id: tx.actor.id,
        text,
        created_at: tx.clock.now().toString(),
      })
      .execute();
    await audit(tx, {
      action: 'customer.noted',
      subject: { kind: 'customer', id: customerId },
      after: { id },
    });
    return readNote(tx, customerId, id);
  });
}

/** Withdraws a note. Idempotent. */
export async function withdrawNote(
  ctx: ContextOf<'admin'>,
  { id: customerId, noteID }: { readonly id: string; readonly noteID: string },
): Promise<NoteReply | Refused> {
  return inTransaction(ctx, async (tx) => {
    const note = await tx.db
      .selectFrom('customer_note')
      .select('withdrawn_at')
      .where('id', '=', noteID)
      .where('customer_id', '=', customerId)
      .forUpdate()
      .executeTakeFirst();
    if (note === undefined) return refuse('not_found');
    if (note.withdrawn_at === null) await setWithdrawn(tx, customerId, noteID);
    else noChange(tx);
    return readNote(tx, customerId, noteID);
  });
}

async function setWithdrawn(tx: Tx<ContextOf<'admin'>['actor']>, customerId: string, id: string) {
  await tx.db
    .updateTable('customer_note')
    .set({ withdrawn_at: tx.clock.now().toString(), withdrawn_by: tx.actor.id })
    .where('id', '=', id)
    .execute();
  const subject = { kind: 'customer', id: customerId };
  await audit(tx, { action: 'customer.note-withdrawn', subject, before: { id } });
}

function notesOf({ db }: Context, customerId: string) {
  return db
    .selectFrom('customer_note')
    .selectAll('customer_note')
    .select(adminNameOf('customer_note.admin_id').as('written_by'))
    .where('customer_note.customer_id', '=', customerId);
}

type NoteRow = Awaited<ReturnType<ReturnType<typeof notesOf>['executeTakeFirstOrThrow']>>;

async function readNote(ctx: Context, customerId: string, id: string): Promise<NoteReply> {
  const row = await notesOf(ctx, customerId).where('customer_note.id', '=', id).executeTakeFirstOrThrow();
  return toNoteReply(row);
}

function toNoteReply(row: NoteRow): NoteReply {
  return {
    id: row.id,
    customerID: row.customer_id,
    text: row.text,
    admin: { id: row.admin_id, fullname: row.written_by ?? '' },
    createdAt: wireTime(row.created_at),
    withdrawnAt: row.withdrawn_at === null ? null : wireTime(row.withdrawn_at),
  };
}
