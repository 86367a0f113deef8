import { createCleaner, savingRefusals } from '#features/people/cleaners/server/index.ts';
import {
  addAddress,
  addCustomer,
  addNote,
  customerConstraints,
} from '#features/people/customers/server/index.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import { noChange } from '#platform/server/audit.ts';
import type { ContextOf } from '#platform/server/context.ts';
import { atSavepoint, inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { Batch, ImportedCleaner, ImportedCustomer } from '../contract.ts';
import { lockOpenBatch, saveBatch, toBatch } from './batch-row.ts';

type AdminTx = Parameters<Parameters<typeof inTransaction<ContextOf<'admin'>['actor'], unknown>>[1]>[0];
type Refused = Refusal<'not_found' | 'import_ended' | 'import_of_others' | 'unavailable'>;

interface Written {
  readonly rowNumber: number;
  readonly outcome: 'created' | 'skipped';
  readonly customerID?: string;
  readonly cleanerID?: string;
  readonly reason: string;
}

/** Adds customers with their homes, as the office's form does. Nobody is notified. */
export function importCustomers(
  ctx: ContextOf<'admin'>,
  batchID: string,
  people: readonly ImportedCustomer[],
): Promise<Batch | Refused> {
  return importPeople(ctx, { batchID, kind: 'customers', people }, writeCustomer);
}

/** Adds cleaners, as the office's form does. Nobody is notified. */
export function importCleaners(
  ctx: ContextOf<'admin'>,
  batchID: string,
  people: readonly ImportedCleaner[],
): Promise<Batch | Refused> {
  return importPeople(ctx, { batchID, kind: 'cleaners', people }, writeCleaner);
}

interface Chunk<Person> {
  readonly batchID: string;
  readonly kind: Batch['kind'];
  readonly people: readonly Person[];
}

/**
 * Writes a part of a file in one transaction. A row of the batch that is already written is left alone, so that a
 * repeated request writes nothing twice, with or without its key.
 */
function importPeople<Person extends { readonly row: number }>(
  ctx: ContextOf<'admin'>,
  { batchID, kind, people }: Chunk<Person>,
  write: (tx: AdminTx, person: Person) => Promise<Written>,
): Promise<Batch | Refused> {
  return inTransaction(ctx, async (tx) => {
    const batch = await lockOpenBatch(tx, batchID, kind);
    if (isRefusal(batch)) return batch;
    const fresh = await withoutWritten(tx, batchID, people);
    const room = batch.total - batch.created - batch.skipped;
    const written: Written[] = [];
    for (const person of fresh.slice(0, room)) written.push(await write(tx, person));
    if (written.length === 0) {
      noChange(tx);
      return saveIdempotentReply(tx, await toBatch(tx, batch));
    }
    await tx.db
      .insertInto('import_row')
      .values(written.map((row) => ({ ...row, batchID, writtenAt: tx.clock.now().toString() })))
      .execute();
    const created = written.filter(({ outcome }) => outcome === 'created').length;
    const saved = await saveBatch(tx, batchID, {
      created: batch.created + created,
      skipped: batch.skipped + written.length - created,
    });
    if (created === 0) noChange(tx); // each person who is created has an entry
    return saveIdempotentReply(tx, await toBatch(tx, saved));
  });
}

async function withoutWritten<Person extends { readonly row: number }>(
  tx: AdminTx,
  batchID: string,
  people: readonly Person[],
): Promise<Person[]> {
  const rows = await tx.db
    .selectFrom('import_row')
    .select('rowNumber')
    .where('batchID', '=', batchID)
    .where(
      'rowNumber',
      'in',
      people.map(({ row }) => row),
    )
    .execute();
  const seen = new Set(rows.map(({ rowNumber }) => rowNumber));
  return people.filter(({ row }) => !seen.has(row) && seen.add(row));
}

/** What a refusal means for a row, without the values. */
const REASONS: Readonly<Record<string, string>> = {
  mobile_in_use: 'Someone with this mobile number is there by now. Check the trash too.',
  email_in_use: 'Someone with this e-mail address is there by now. Check the trash too.',
};

function skipped(row: number, refusal: Refusal): Written {
  const [first] = refusal.errors ?? [];
  const reason = REASONS[refusal.refusal] ?? first?.message ?? 'This row could not be saved.';
  return { rowNumber: row, outcome: 'skipped', reason };
}

const CREDITS_REASON = 'Imported from a file';

async function writeCustomer(tx: AdminTx, { row, person, homes, note }: ImportedCustomer): Promise<Written> {
  const added = { ...person, creditsReason: CREDITS_REASON };
  const customer = await atSavepoint(tx, () => addCustomer(tx, added), customerConstraints);
  if (isRefusal(customer)) return skipped(row, customer);
  for (const home of homes) {
    const added = await addAddress(tx, customer.id, { ...home, isPrimary: false });
    if (isRefusal(added)) throw new Error(`The home of a new customer was refused: ${added.refusal}.`);
  }
  if (note !== '') {
    const noted = await addNote(tx, customer.id, note);
    if (isRefusal(noted)) throw new Error(`The note on a new customer was refused: ${noted.refusal}.`);
  }
  return { rowNumber: row, outcome: 'created', customerID: customer.id, reason: '' };
}

async function writeCleaner(tx: AdminTx, { row, person }: ImportedCleaner): Promise<Written> {
  const cleaner = await atSavepoint(tx, () => createCleaner(tx, person), savingRefusals);
  if (isRefusal(cleaner)) return skipped(row, cleaner);
  return { rowNumber: row, outcome: 'created', cleanerID: cleaner.id, reason: '' };
}
