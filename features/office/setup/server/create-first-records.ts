import { sql } from 'kysely';
import type { z } from 'zod';
import { bookableLimits, createPackage, isSoldFor } from '#features/catalogue/packages/server/index.ts';
import { createBody } from '#features/people/cleaners/contract.ts';
import { showShifts } from '#features/people/cleaners/rules/week.ts';
import { createCleaner, findNamesByMobile, savingRefusals } from '#features/people/cleaners/server/index.ts';
import { WEEKDAYS } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { noChange } from '#platform/server/audit.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type {
  createFirstCleaners as cleanersCall,
  createStartingPackages as packagesCall,
} from '../contract.ts';
import { splitName } from '../rules/split-name.ts';
import { packagesOf } from '../rules/starting-packages.ts';

interface Added {
  readonly created: number;
  readonly kept: number;
}

/** Serialises the set-up's own additions: a second press waits here, and then finds what the first has added. */
async function waitForOthers(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('set-up', 0))`.execute(tx.db);
}

/** Adds the packages of a table, all or none. One that is on sale for the same service and home stays as it is. */
export function createStartingPackages(
  ctx: ContextOf<'admin'>,
  { services }: z.output<typeof packagesCall.body>,
): Promise<Added | Refusal<'invalid' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const { openMinutes } = await bookableLimits(tx);
    const found = packagesOf(services, openMinutes);
    if ('errors' in found) return refuse('invalid', { errors: found.errors });
    await waitForOthers(tx);
    let created = 0;
    for (const draft of found.drafts) {
      if (await isSoldFor(tx, { type: draft.type, category: draft.category ?? '' })) continue;
      const made = await createPackage(tx, draft);
      if (isRefusal(made)) return made;
      created += 1;
    }
    if (created === 0) noChange(tx);
    return { created, kept: found.drafts.length - created };
  });
}

/** Adds cleaners with the same hours, all or none. Who is there under the same name and number stays as they are. */
export function createFirstCleaners(
  ctx: ContextOf<'admin'>,
  { cleaners, hours }: z.output<typeof cleanersCall.body>,
): Promise<Added | Refusal<'invalid' | 'mobile_in_use' | 'unavailable'>> {
  return inTransaction(
    ctx,
    async (tx) => {
      await waitForOthers(tx);
      const known = await findNamesByMobile(
        tx,
        cleaners.map(({ mobile }) => mobile),
      );
      const week = weekFieldsOf(hours);
      let created = 0;
      const seen = new Set<string>();
      for (const [row, { name, mobile }] of cleaners.entries()) {
        const isKnown = known.get(mobile) === name;
        if (isKnown) continue;
        if (known.has(mobile) || seen.has(mobile)) return mobileInUse(row, known.get(mobile));
        seen.add(mobile);
        const made = await createCleaner(tx, createBody.parse({ ...splitName(name), mobile, ...week }));
        if (isRefusal(made)) return made;
        created += 1;
      }
      if (created === 0) noChange(tx);
      return { created, kept: cleaners.length - created };
    },
    savingRefusals,
  );
}

function mobileInUse(row: number, owner: string | undefined): Refusal<'invalid'> {
  const message =
    owner === undefined
      ? 'This number is entered twice.'
      : `${owner} has this number already. Check the trash too.`;
  return refuse('invalid', { errors: [{ path: `cleaners.${row}.mobile`, message }] });
}

function weekFieldsOf({ weekdays, from, until }: z.output<typeof cleanersCall.body>['hours']) {
  const shifts = showShifts([[from, until]]);
  return Object.fromEntries(
    WEEKDAYS.flatMap((name, weekday) =>
      weekdays.includes(weekday)
        ? [
            [`${name}Availability`, true],
            [`${name}Hours`, shifts],
          ]
        : [],
    ),
  );
}
