import {
  addExtra,
  approveSheet,
  listSheets,
  lockSheet,
  readSheet,
  saveRate,
} from '#features/work/pay/server/index.ts';
import { atMinute } from '#platform/kernel/business-time.ts';
import { accepted } from './accepted.ts';
import type { Period } from './plan-year.ts';
import { type Seeding, signedIn } from './seeding.ts';

interface Payroll {
  readonly accountantID: string;
  readonly cleaners: readonly string[];
  readonly period: Period;
}

const RATES = [
  { centsPerHour: 1150 },
  { jobType: 'spring-cleaning', centsPerHour: 1350 },
  { jobType: 'moving-in-out', centsPerHour: 1350 },
] as const;
/** The most experienced cleaner's. */
const OWN_RATE = 1300;

/** Pay rates from the beginning; every month is locked except the last one that is over, which waits for approval. */
export async function seedPay(seeding: Seeding, payroll: Payroll): Promise<void> {
  const { accountantID, cleaners, period } = payroll;
  const accountant = signedIn('admin', accountantID);
  const at = (day: Temporal.PlainDate) => seeding.at(atMinute(day, 11 * 60, period.zone), accountant);
  const now = at(period.today);
  const months = (await listSheets(now)).items.filter(({ isOver }) => isOver).reverse();
  const [first] = months;
  if (first === undefined) return;
  const validFrom = `${first.month}-01`;
  const start = at(Temporal.PlainDate.from(validFrom));
  for (const rate of RATES) accepted(await saveRate(start, { ...rate, validFrom }));
  const [cleanerID = '', other = ''] = cleaners;
  accepted(await saveRate(start, { cleanerID, centsPerHour: OWN_RATE, validFrom }));
  for (const { month } of months) {
    const over = Temporal.PlainDate.from(`${month}-01`).add({ months: 1 });
    const ctx = at(over);
    const tip = {
      month,
      cleanerID: other,
      kind: 'tip',
      amount: 1000,
      reason: 'Tip from a customer',
    } as const;
    accepted(await addExtra(ctx, tip));
    if (month === months.at(-1)?.month) continue;
    const { version } = await readSheet(ctx, month);
    accepted(await approveSheet(ctx, month, { version: version ?? '' }));
    accepted(await lockSheet(at(over.add({ days: 4 })), month));
  }
}
