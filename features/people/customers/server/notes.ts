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
  customerID: string,
  query: z.output<typeof call.query>,
): Promise<ListOutcome | Refusal<'not_found'>> {
  if ((await getCustomer(ctx, customerID)) === null) return refuse('not_found');
  return listOf(ctx, query, {
    name: 'notes',
    rows: notesOf(ctx, customerID).where('customer_note.withdrawnAt', 'is', null),
    sort: { createdAt: ['customer_note.createdAt'] },
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
  customerID: string,
  text: string,
): Promise<NoteReply | Refused> {
  return inTransaction(ctx, async (tx) => {
    if (!(await keepAccountOpen(tx, customerID))) return refuse('not_found');
    const id = tx.newID();
    await tx.db
      .insertInto('customer_note')
      .values({
        id,
        customerID,
        adminID: tx.actor.id,
        text,
        createdAt: tx.clock.now().toString(),
      })
      .execute();
    await audit(tx, {
      action: 'customer.noted',
      subject: { kind: 'customer', id: customerID },
      after: { id },
    });
    return readNote(tx, customerID, id);
  });
}

/** Withdraws a note. Idempotent. */
export async function withdrawNote(
  ctx: ContextOf<'admin'>,
  { id: customerID, noteID }: { readonly id: string; readonly noteID: string },
): Promise<NoteReply | Refused> {
  return inTransaction(ctx, async (tx) => {
    const note = await tx.db
      .selectFrom('customer_note')
      .select('withdrawnAt')
      .where('id', '=', noteID)
      .where('customerID', '=', customerID)
      .forUpdate()
      .executeTakeFirst();
    if (note === undefined) return refuse('not_found');
    if (note.withdrawnAt === null) await setWithdrawn(tx, customerID, noteID);
    else noChange(tx);
    return readNote(tx, customerID, noteID);
  });
}

async function setWithdrawn(tx: Tx<ContextOf<'admin'>['actor']>, customerID: string, id: string) {
  await tx.db
    .updateTable('customer_note')
    .set({ withdrawnAt: tx.clock.now().toString(), withdrawnBy: tx.actor.id })
    .where('id', '=', id)
    .execute();
  const subject = { kind: 'customer', id: customerID };
  await audit(tx, { action: 'customer.note-withdrawn', subject, before: { id } });
}

function notesOf({ db }: Context, customerID: string) {
  return db
    .selectFrom('customer_note')
    .selectAll('customer_note')
    .select(adminNameOf('customer_note.adminID').as('writtenBy'))
    .where('customer_note.customerID', '=', customerID);
}

type NoteRow = Awaited<ReturnType<ReturnType<typeof notesOf>['executeTakeFirstOrThrow']>>;

async function readNote(ctx: Context, customerID: string, id: string): Promise<NoteReply> {
  const row = await notesOf(ctx, customerID).where('customer_note.id', '=', id).executeTakeFirstOrThrow();
  return toNoteReply(row);
}

function toNoteReply(row: NoteRow): NoteReply {
  return {
    id: row.id,
    customerID: row.customerID,
    text: row.text,
    admin: { id: row.adminID, fullname: row.writtenBy ?? '' },
    createdAt: wireTime(row.createdAt),
    withdrawnAt: row.withdrawnAt === null ? null : wireTime(row.withdrawnAt),
  };
}
