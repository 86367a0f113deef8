import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { readDay } from '#platform/kernel/business-time.ts';
import { dayText } from '#platform/kernel/text.ts';

/** The terms of a code and its current uses. */
export interface JudgedCode {
  readonly startDate: string | null;
  readonly endDate: string | null;
  /** Empty: all kinds of jobs. */
  readonly bookingTypes: readonly string[];
  /** Empty: all packages. */
  readonly packages: readonly string[];
  /** Empty: all regions. */
  readonly regions: readonly string[];
  readonly firstBookingOnly: boolean;
  readonly totalAllocation: number | null;
  readonly maxPerCustomer: number | null;
  /** Live uses by all customers, and by this one. */
  readonly taken: number;
  readonly takenByCustomer: number;
}

export interface PromoQuestion {
  readonly jobType: JobType;
  readonly packageID: string;
  /** Of the home; null for a home outside all regions or a purchase of hours, undefined if not known yet. */
  readonly regionID: string | null | undefined;
  /** The customer has a booking that goes ahead or is done. */
  readonly hasBooked: boolean;
  /** The business day of the booking. */
  readonly today: Temporal.PlainDate;
}

/** Why a code is not valid; screens have their own sentence for each reason. */
export const PROMO_REASONS = [
  'not-known',
  'not-yet',
  'ended',
  'other-clean',
  'other-package',
  'other-region',
  'not-first',
  'used-once',
  'used-often',
  'used-up',
  'nothing-off',
] as const;
export type PromoReason = (typeof PROMO_REASONS)[number];

export interface PromoRefusal {
  readonly reason: PromoReason;
  /** The business day on which the code starts or ended, for `not-yet` and `ended`. */
  readonly day?: string | undefined;
}

/** Why a code is not valid; null if it is. The first and the last day are inclusive. */
export function whyCodeNotValid(code: JudgedCode, asked: PromoQuestion): PromoRefusal | null {
  const [start, end] = [dayOf(code.startDate), dayOf(code.endDate)];
  if (start !== null && Temporal.PlainDate.compare(asked.today, start) < 0)
    return { reason: 'not-yet', day: start.toString() };
  if (end !== null && Temporal.PlainDate.compare(asked.today, end) > 0)
    return { reason: 'ended', day: end.toString() };
  if (code.bookingTypes.length > 0 && !code.bookingTypes.includes(asked.jobType))
    return { reason: 'other-clean' };
  if (code.packages.length > 0 && !code.packages.includes(asked.packageID))
    return { reason: 'other-package' };
  if (isOutside(code.regions, asked.regionID)) return { reason: 'other-region' };
  if (code.firstBookingOnly && asked.hasBooked) return { reason: 'not-first' };
  if (isUsedByCustomer(code)) return { reason: code.maxPerCustomer === 1 ? 'used-once' : 'used-often' };
  return isUsedUp(code) ? { reason: 'used-up' } : null;
}

function isOutside(regions: readonly string[], regionID: string | null | undefined): boolean {
  if (regions.length === 0 || regionID === undefined) return false;
  return regionID === null || !regions.includes(regionID);
}

type Limits = Pick<JudgedCode, 'totalAllocation' | 'maxPerCustomer' | 'taken' | 'takenByCustomer'>;

/** Whether its limits leave this customer one more use; its dates, jobs and packages are not checked. */
export function hasUseLeft(code: Limits): boolean {
  return !isUsedByCustomer(code) && !isUsedUp(code);
}

function isUsedByCustomer({
  maxPerCustomer,
  takenByCustomer,
}: Pick<Limits, 'maxPerCustomer' | 'takenByCustomer'>): boolean {
  return maxPerCustomer !== null && takenByCustomer >= maxPerCustomer;
}

function isUsedUp({ totalAllocation, taken }: Pick<Limits, 'totalAllocation' | 'taken'>): boolean {
  return totalAllocation !== null && taken >= totalAllocation;
}

const SENTENCES: Readonly<Record<PromoReason, (day: string) => string>> = {
  'not-known': () => 'We do not recognise this code. Check it and try again.',
  'not-yet': (day) => `This code starts on ${day}.`,
  ended: (day) => `This code ended on ${day}.`,
  'other-clean': () => 'This code is for another kind of clean.',
  'other-package': () => 'This code is for another package.',
  'other-region': () => 'This code is for homes in another area.',
  'not-first': () => 'This code is for a first booking.',
  'used-once': () => 'You have already used this code.',
  'used-often': () => 'You have used this code as many times as it allows.',
  'used-up': () => 'This code has been used up.',
  'nothing-off': () => 'This code takes nothing off this price. Keep it for another booking.',
};

/** The English user-facing sentence for a reason. */
export function promoSentence({ reason, day }: PromoRefusal): string {
  const written = dayOf(day ?? null);
  return SENTENCES[reason](written === null ? '' : dayText(written));
}

function dayOf(day: string | null): Temporal.PlainDate | null {
  return day === null ? null : readDay(day);
}
