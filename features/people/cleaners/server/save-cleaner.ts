import { areaOfPostal } from '#features/catalogue/places/server/index.ts';
import { refuse } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';
import { rangesFromShifts, type Week } from '../rules/week.ts';

export const unknownRegion = {
  cleaner_region_region_id_fkey: refuse('invalid', {
    errors: [{ path: 'regionIDs', message: 'Choose regions from the list.' }],
  }),
};

/** The refusals for violated constraints, for create and update. */
export const savingRefusals = {
  ...unknownRegion,
  cleaner_mobile_key: refuse('mobile_in_use', {
    errors: [{ path: 'mobile', message: 'Another cleaner has this number. Check the trash too.' }],
  }),
};

/** Coordinates for a new postal code sent without them: its area's, or none if the area is unknown. */
export async function locate(tx: Tx, sent: Place) {
  const { postal, latitude, longitude } = sent;
  if (postal === undefined || (typeof latitude === 'number' && typeof longitude === 'number')) return {};
  const area = await areaOfPostal(tx, postal);
  return { latitude: area?.latitude ?? null, longitude: area?.longitude ?? null };
}

interface Place {
  readonly postal?: string | undefined;
  readonly latitude?: number | null | undefined;
  readonly longitude?: number | null | undefined;
}

export async function saveWeek(tx: Tx, cleanerID: string, week: Week): Promise<void> {
  const rows = Object.entries(week).map(([weekday, day]) => ({
    cleanerID,
    weekday: Number(weekday),
    available: day?.available ?? false,
    shifts: rangesFromShifts(day?.shifts ?? []),
  }));
  await tx.db
    .insertInto('cleaner_week')
    .values(rows)
    .onConflict((day) =>
      day.columns(['cleanerID', 'weekday']).doUpdateSet((sent) => ({
        available: sent.ref('excluded.available'),
        shifts: sent.ref('excluded.shifts'),
      })),
    )
    .execute();
}

/** Replaces the regions of a cleaner. */
export async function saveRegions(tx: Tx, cleanerID: string, regionIDs: readonly string[]): Promise<void> {
  await tx.db.deleteFrom('cleaner_region').where('cleanerID', '=', cleanerID).execute();
  const rows = [...new Set(regionIDs)].map((regionID) => ({ cleanerID, regionID }));
  if (rows.length > 0) await tx.db.insertInto('cleaner_region').values(rows).execute();
}
