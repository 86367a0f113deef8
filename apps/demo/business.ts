import { sql } from 'kysely';
import { checklists } from '#features/catalogue/checklists/contract.ts';
import { createItem } from '#features/catalogue/checklists/server/index.ts';
import { createBody as packageBody } from '#features/catalogue/packages/contract.ts';
import { createPackage } from '#features/catalogue/packages/server/index.ts';
import { listRegions } from '#features/catalogue/places/server/index.ts';
import { promoCodes as promoCalls } from '#features/money/promo-codes/contract.ts';
import { createPromo } from '#features/money/promo-codes/server/index.ts';
import { createAdmin } from '#features/people/accounts/server/index.ts';
import { createBody as cleanerBody } from '#features/people/cleaners/contract.ts';
import { createCleaner } from '#features/people/cleaners/server/index.ts';
import { anyone } from '#platform/kernel/actor.ts';
import { atMinute, WEEKDAYS, weekdayIndex } from '#platform/kernel/business-time.ts';
import { accepted } from './accepted.ts';
import { admins } from './data/admins.ts';
import checklist from './data/checklist.json' with { type: 'json' };
import cleaners from './data/cleaners.json' with { type: 'json' };
import packages from './data/packages.json' with { type: 'json' };
import promoCodes from './data/promo-codes.json' with { type: 'json' };
import type { DemoCleaner } from './data/shapes.ts';
import { daysOff } from './data/words.ts';
import { DAYS_AHEAD, type Period, WEEKS_BACK } from './plan-year.ts';
import { randomFor } from './random.ts';
import { type Seeding, signedIn } from './seeding.ts';
import { writeSite } from './site.ts';

export interface Business {
  readonly officeID: string;
  readonly accountantID: string;
  readonly packages: ReadonlyMap<string, string>;
  /** Ids in the order of data/cleaners.json. */
  readonly cleaners: readonly string[];
}

/** Sets up the business: admins, packages, checklist, cleaners. */
export async function openBusiness(
  seeding: Seeding,
  period: Period,
  passwordOf: (identity: string) => string,
): Promise<Business> {
  const opened = atMinute(period.today.subtract({ weeks: WEEKS_BACK + 4 }), 10 * 60, period.zone);
  const atOpening = seeding.at(opened, anyone);
  const added: { readonly id: string; readonly identity: string }[] = [];
  for (const admin of admins) {
    // The admin of ADMIN_IDENTITY is there already, with their own password.
    const existing = await atOpening.db
      .selectFrom('admin')
      .select(['id', 'identity'])
      .where(sql`lower(identity)`, '=', admin.identity)
      .executeTakeFirst();
    const password = passwordOf(admin.identity);
    added.push(existing ?? accepted(await createAdmin(atOpening, { ...admin, password })));
  }
  const officeID = added[0]?.id ?? '';
  const accountantID = added.find(({ identity }) => identity === 'accounts')?.id ?? '';
  const ctx = seeding.at(opened.add({ minutes: 30 }), signedIn('admin', officeID));
  const sold = new Map<string, string>();
  for (const pack of packages) {
    sold.set(pack.label, accepted(await createPackage(ctx, packageBody.parse(pack))).id);
  }
  for (const promo of promoCodes) accepted(await createPromo(ctx, promoCalls.create.body.parse(promo)));
  await writeSite(seeding.apart('site').at(opened.add({ minutes: 30 }), signedIn('admin', officeID)));
  for (const item of checklist) accepted(await createItem(ctx, checklists.create.body.parse(item)));
  const regions = new Map((await listRegions(ctx)).map((region) => [region.name, region.id]));
  const ids: string[] = [];
  for (const [index, cleaner] of cleaners.entries()) {
    const { week: _, regions: names, ...profile } = cleaner;
    const body = cleanerBody.parse({
      ...profile,
      ...hoursOf(cleaner, index, period),
      regionIDs: names.map((name) => regions.get(name)),
      unavailableDates: daysOffOf(index, period),
    });
    ids.push(accepted(await createCleaner(ctx, body)).id);
  }
  return { officeID, accountantID, packages: sold, cleaners: ids };
}

const SHIFTS = ['09:00-18:00', '09:00-18:00', '08:30-18:00', '09:00-19:00', '08:00-18:30'] as const;

/** One or two days off a week, spread over the team; never on the weekday on which the demo starts. */
function hoursOf(cleaner: DemoCleaner, index: number, period: Period): Record<string, boolean | string> {
  const restFrom = 3 + (index % 3);
  const rest = cleaner.week === 'six' ? [restFrom] : [restFrom, restFrom + 1];
  const today = weekdayIndex(period.today);
  return Object.fromEntries(
    WEEKDAYS.flatMap((weekday, i) => {
      const works = !rest.includes((i - today + 7) % 7);
      const hours = index === 0 ? '09:00-18:30' : (SHIFTS[index % SHIFTS.length] ?? SHIFTS[0]);
      return [
        [`${weekday}Availability`, works],
        [`${weekday}Hours`, works ? hours : ''],
      ];
    }),
  );
}

/** Time off in the past for everyone, and in the coming weeks for some. */
function daysOffOf(index: number, { today }: Period) {
  const random = randomFor(`days off ${index}`);
  const past = today.subtract({ days: random.int(20, WEEKS_BACK * 7 - 10) });
  const later = today.add({ days: random.int(2, DAYS_AHEAD + 14) });
  const periods = [{ from: past, days: random.int(2, 6) }];
  if (index % 3 === 1) periods.push({ from: later, days: random.int(1, 4) });
  return periods.map(({ from, days }) => ({
    startTime: `${from} 00:00`,
    endTime: `${from.add({ days })} 00:00`,
    description: days > 1 ? daysOff[0] : random.pick(daysOff),
  }));
}
