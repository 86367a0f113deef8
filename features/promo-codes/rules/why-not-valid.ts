import type { JobType } from '#features/packages/rules/package.ts';
import { readDay } from '#platform/kernel/business-time.ts';

/** The terms of a code, and how often it has been used so far. */
export interface JudgedCode {
  readonly startDate: string | null;
  readonly endDate: string | null;
  /** Empty: for all kinds of jobs. */
  readonly bookingTypes: readonly string[];
  /** Empty: for all packages. */
  readonly packages: readonly string[];
  readonly totalAllocation: number | null;
  readonly maxPerCustomer: number | null;
  /** Live uses by all, and by this customer. */
  readonly taken: number;
  readonly takenByCustomer: number;
}

export interface PromoQuestion {
  readonly jobType: JobType;
  readonly packageId: string;
  /** Of the booking, in business time. */
  readonly today: Temporal.PlainDate;
}

export const NOT_KNOWN = 'We do not recognise this code. Check it and try again.';
export const NOTHING_TO_TAKE_OFF = 'There is nothing to take off here. Keep the code for another time.';

/** Why a code does not count, as a sentence for the person; null when it does. Days count whole, both included. */
export function whyCodeNotValid(code: JudgedCode, asked: PromoQuestion): string | null {
  const [start, end] = [dayOf(code.startDate), dayOf(code.endDate)];
  if (start !== null && Temporal.PlainDate.compare(asked.today, start) < 0)
    return `This code starts on ${shown(start)}.`;
  if (end !== null && Temporal.PlainDate.compare(asked.today, end) > 0)
    return `This code ended on ${shown(end)}.`;
  if (code.bookingTypes.length > 0 && !code.bookingTypes.includes(asked.jobType)) {
    return 'This code is for another kind of clean.';
  }
  if (code.packages.length > 0 && !code.packages.includes(asked.packageId))
    return 'This code is for another package.';
  if (code.maxPerCustomer !== null && code.takenByCustomer >= code.maxPerCustomer) {
    return code.maxPerCustomer === 1
      ? 'You have already used this code.'
      : 'You have used this code as often as it goes.';
  }
  if (code.totalAllocation !== null && code.taken >= code.totalAllocation)
    return 'This code has been used up.';
  return null;
}

function dayOf(day: string | null): Temporal.PlainDate | null {
  return day === null ? null : readDay(day);
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function shown(day: Temporal.PlainDate): string {
  return `${day.day} ${MONTHS[day.month - 1]} ${day.year}`;
}
