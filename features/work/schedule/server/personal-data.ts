import { sql } from 'kysely';
import { NO_POSTAL } from '#features/people/customers/server/index.ts';
import type { Tx } from '#platform/server/context.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';

/** Erases the customer's postal codes in diaries. The visits themselves hold more data, which jobs handles. */
export const diaryData: PersonalData = {
  tables: ['cleaner_occupation'],
  async forget(tx, { id }) {
    await forgetAlone(tx, id);
    await forgetNextToOthers(tx, id);
  },
};

/** Entries not adjacent to another one at the same postal code: clearing their postal code affects nothing. */
async function forgetAlone(tx: Tx, customerID: string): Promise<void> {
  await sql`
    update cleaner_occupation as gone set postal = ${NO_POSTAL}, customer_id = null
    where customer_id = ${customerID} and kind = 'job' and not exists (
      select from cleaner_occupation as near
      where near.cleaner_id = gone.cleaner_id and near.kind = 'job' and near.released_at is null and near.id <> gone.id
        and tstzrange(near.travel_from, near.travel_until) && tstzrange(gone.travel_from, gone.travel_until))`.execute(
    tx.db,
  );
}

/**
 * Entries adjacent to another one at the same postal code: with the code cleared, travel time would seem to be missing
 * between them. Their visit is over, so they are deleted.
 */
async function forgetNextToOthers(tx: Tx, customerID: string): Promise<void> {
  const now = tx.clock.now().toString();
  await sql`
    update cleaner_occupation
    set postal = ${NO_POSTAL}, customer_id = null, released_at = coalesce(released_at, ${now})
    where customer_id = ${customerID}`.execute(tx.db);
}
