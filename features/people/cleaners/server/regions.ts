import { may, ownIDFor } from '#platform/kernel/policy.ts';
import { refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { auditChange } from '#platform/server/records.ts';
import { changeCleaner, seeCleaner } from '../rules/policy.ts';
import { type AdminOrCleaner, findCleaner, regionIDsOf } from './cleaner-record.ts';
import { lockCleaners } from './lock-cleaners.ts';
import { saveRegions, unknownRegion } from './save-cleaner.ts';

/** The regions of cleaners; cleaners see their own row. */
export async function listCleanerRegions(ctx: Context<AdminOrCleaner>, wantedID: string | undefined) {
  const cleanerID = ownIDFor(ctx.actor, seeCleaner) ?? wantedID;
  const rows = ctx.db
    .selectFrom('cleaner')
    .select(['cleaner.id as cleanerID', regionIDsOf])
    .where('trashedAt', 'is', null)
    .orderBy('cleaner.id');
  return (cleanerID === undefined ? rows : rows.where('cleaner.id', '=', cleanerID)).execute();
}

/** Replaces the regions of a cleaner. */
export function setCleanerRegions(
  ctx: Context<AdminOrCleaner>,
  sent: { cleanerID: string; regionIDs: readonly string[] },
) {
  return inTransaction(
    ctx,
    async (tx) => {
      const id = sent.cleanerID;
      await lockCleaners(tx, [id]);
      const isOpen = may(tx.actor, changeCleaner, { cleaner: id });
      const before = isOpen ? await findCleaner(tx, id) : null;
      if (before === null) return refuse('not_found');
      await saveRegions(tx, id, sent.regionIDs);
      const regionIDs = [...new Set(sent.regionIDs)].sort();
      await auditChange(tx, { kind: 'cleaner', id }, { regionIDs: before.regionIDs }, { regionIDs });
      return { cleanerID: id, regionIDs };
    },
    unknownRegion,
  );
}
