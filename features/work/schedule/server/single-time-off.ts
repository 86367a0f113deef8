import type { z } from 'zod';
import { cleanerExists, lockCleaners } from '#features/people/cleaners/server/index.ts';
import { refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { addTimeOff as addCall } from '../contract.ts';
import { readTimeOff } from '../rules/time-off.ts';
import { jobsBroken } from './cleaner-times.ts';
import { endTimeOff, findTimeOff, insertTimeOff } from './time-off.ts';

export type NewTimeOff = z.output<typeof addCall.body>;

/**
 * Adds one time off; over booked jobs only if acknowledged. Those visits stay booked, and the office sees that they lack
 * crew: `features/work/jobs/server/lacks-crew.ts`.
 */
export function addTimeOff(ctx: Context, cleanerId: string, sent: NewTimeOff) {
  return inTransaction(ctx, async (tx) => {
    await lockCleaners(tx, [cleanerId]);
    if (!(await cleanerExists(tx, cleanerId))) return refuse('not_found');
    const period = readTimeOff(sent, tx.config.BUSINESS_TZ);
    if ('path' in period) return refuse('invalid', { errors: [period] });
    const jobs = sent.acknowledge
      ? []
      : await jobsBroken(tx, cleanerId, { before: {}, after: {}, newTimeOff: [period] });
    if (jobs.length > 0) return refuse('breaks_jobs', { extensions: { jobs } });

    const [id = ''] = await insertTimeOff(tx, cleanerId, [period]);
    const added = await findTimeOff(tx, cleanerId, id);
    if (added === null) return refuse('not_found');
    const subject = { kind: 'cleaner', id: cleanerId };
    await audit(tx, { action: 'cleaner.time-off-added', subject, after: added.shown });
    return added.shown;
  });
}

export function removeTimeOff(ctx: Context, cleanerId: string, id: string) {
  return inTransaction(ctx, async (tx) => {
    await lockCleaners(tx, [cleanerId]);
    const found = await findTimeOff(tx, cleanerId, id);
    if (found === null) return refuse('not_found');
    await endTimeOff(tx, cleanerId, [found.span]);
    const subject = { kind: 'cleaner', id: cleanerId };
    await audit(tx, { action: 'cleaner.time-off-removed', subject, before: found.shown });
    return found.shown;
  });
}
