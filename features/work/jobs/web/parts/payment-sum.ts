import type { Cents } from '#platform/kernel/money.ts';
import type { Job } from '../../contract/shapes.ts';
import { isPayable } from '../../rules/status.ts';

/** Whether the office may take payment for this job: it is unpaid. The visits of a held series are paid together. */
export function mayTakePayment({ status, trash }: Pick<Job, 'status' | 'trash'>): boolean {
  return isPayable(status) && trash === 0;
}

/** The visits of a series that are paid together with this one: held or confirmed with it, or expired like it. */
export function paidTogether(job: Job, series: readonly Job[]): Job[] {
  return series.filter(
    ({ id, status, trash, holdExpiresAt, dueOn, charge }) =>
      id === job.id ||
      (trash === 0 &&
        status === job.status &&
        !charge && // each is charged for itself
        (status !== 'pending' || holdExpiresAt === job.holdExpiresAt) &&
        (status !== 'confirmed' || dueOn === job.dueOn)),
  );
}

/** The total to pay for these visits, in cents. */
export function sumToPay(visits: readonly Pick<Job, 'amountToPay'>[]): Cents {
  return visits.reduce((sum, { amountToPay = 0 }) => sum + amountToPay, 0);
}

/** Parses dollars (`120`, `120.5`, `1,024.00`) to cents; null for anything else. */
export function centsOf(written: string): Cents | null {
  const found = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(written.trim().replaceAll(',', ''));
  if (found === null) return null;
  return Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
}

/** Formats cents for the input field: 12350 → `123.50`. */
export function dollarsOf(cents: Cents): string {
  return (cents / 100).toFixed(2);
}
