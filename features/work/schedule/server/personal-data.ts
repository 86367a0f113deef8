import { sql } from 'kysely';
import { NO_POSTAL } from '#features/people/customers/server/index.ts';
import type { Tx } from '#platform/server/context.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';

/** Whose home a cleaner's time was for. The visits themselves say more, and are told by jobs. */
export const diaryData: PersonalData = {
  tables: ['cleaner_occupation'],
  async forget(tx, { id }) {
    await forgetAlone(tx, id);
    await forgetNextToOthers(tx, id);
  },
};

/** Entries that no ride joins to another: their postal code decides nothing. */
async function forgetAlone(tx: Tx, customerId: string): Promise<void> {
  await sql`
    update cleaner_occupation as gone set postal = ${NO_POSTAL}, customer_id = null
    where customer_id = ${customerId} and kind = 'job' and not exists (
      select from cleaner_occupation as near
      where near.cleaner_id = gone.cleaner_id and near.kind = 'job' and near.released_at is null and near.id <> gone.id
        and tstzrange(near.travel_from, near.travel_until) && tstzrange(gone.travel_from, gone.travel_until))`.execute(
    tx.db,
  );
}

/**
 * Entries right before or after another at the same postal code: with a code of their own the two would seem to be a
 * ride apart. Their visit is over, so the diary needs them no longer.
 */
async function forgetNextToOthers(tx: Tx, customerId: string): Promise<void> {
  const now = tx.clock.now().toString();
  await sql`
    update cleaner_occupation
    set postal = ${NO_POSTAL}, customer_id = null, released_at = coalesce(released_at, ${now})
    where customer_id = ${customerId}`.execute(tx.db);
}
