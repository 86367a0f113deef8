import { z } from 'zod';
import { jobType } from '#features/catalogue/packages/contract.ts';
import { id, wireMoment } from '#platform/contract/schemas.ts';
import { isMonth } from '../rules/month.ts';
import { FLAGS } from '../rules/paid-time.ts';
import { EXTRA_KINDS } from '../rules/sheet.ts';
import { SHEET_ACTIONS, SHEET_STATUSES } from '../rules/states.ts';

/** Extras make a month a sheet for good, so a mistyped year would list hundreds of months. */
const EARLIEST_MONTH = '2020-01';

export const month = z
  .string()
  .refine(isMonth, { error: 'Enter the month as YYYY-MM.' })
  .refine((text) => text >= EARLIEST_MONTH, { error: 'Enter a month from 2020 on.' });
export const monthParams = z.strictObject({ month });

const minutes = z.int();
/** Cents, possibly below zero: deductions may exceed the rest. */
const sum = z.int();

export const cleaner = z.strictObject({ id, fullname: z.string() });
export type PaidCleaner = z.output<typeof cleaner>;

const flag = z.enum(FLAGS);
const flagCounts = z.record(flag, z.int());

/** Minutes of a cleaner or of a month. */
const hoursFields = {
  visits: z.int(),
  plannedMinutes: minutes,
  /** Of the visits with both clock events. */
  clockedMinutes: minutes,
  paidMinutes: minutes,
  flags: flagCounts,
};

export const cleanerHours = z.strictObject({ cleaner, ...hoursFields });
export type CleanerHours = z.output<typeof cleanerHours>;

/** One cleaner's part of one visit, without money. */
export const hoursLine = z.strictObject({
  jobID: id,
  /** The job's number. */
  number: z.int(),
  jobType,
  startTime: wireMoment,
  endTime: wireMoment,
  plannedMinutes: minutes,
  breakMinutes: minutes,
  startedAt: wireMoment.nullable(),
  finishedAt: wireMoment.nullable(),
  /** Null without both clock events. */
  clockedMinutes: minutes.nullable(),
  paidMinutes: minutes,
  flag: flag.nullable(),
});
export type HoursLine = z.output<typeof hoursLine>;

const totalsFields = {
  ...hoursFields,
  base: sum,
  extras: sum,
  tips: sum,
  /** Above zero; subtracted from the total. */
  deductions: sum,
  total: sum,
  /** Visits without a pay rate. */
  noRate: z.int(),
};

export const cleanerPay = z.strictObject({ cleaner, ...totalsFields });
export type CleanerPay = z.output<typeof cleanerPay>;

export const extra = z.strictObject({
  id,
  cleaner,
  kind: z.enum(EXTRA_KINDS),
  /** Cents, above zero also for a deduction. */
  amount: z.int(),
  reason: z.string(),
  job: z.strictObject({ id, number: z.int() }).nullable(),
  /** The name of the admin. */
  by: z.string(),
  createdAt: wireMoment,
});
export type Extra = z.output<typeof extra>;

/** A line of the sheet's file: a visit, or what was added by hand. */
export const payLine = z.strictObject({
  cleaner,
  kind: z.enum(['visit', ...EXTRA_KINDS]),
  visit: hoursLine.nullable(),
  extra: extra.nullable(),
  /** Cents per hour; null for an extra, or if none was set for the visit's day. */
  rate: z.int().nullable(),
  /** Cents; below zero for a deduction. */
  amount: sum,
});
export type SheetLine = z.output<typeof payLine>;

const change = z.strictObject({
  action: z.enum(SHEET_ACTIONS),
  by: z.string(),
  at: wireMoment,
  reason: z.string(),
  total: sum,
});

const status = z.enum(SHEET_STATUSES);

export const sheet = z.strictObject({
  month,
  status,
  /** False until the last day of the month has passed. */
  isOver: z.boolean(),
  /** Of a draft: identifies exactly these lines, for approving them. Null once it is approved. */
  version: z.string().nullable(),
  totals: z.strictObject({ cleaners: z.int(), ...totalsFields }),
  /** Visits of the month that are not over: they are not in the sheet yet. */
  ahead: z.int(),
  changes: z.array(change),
});
export type Sheet = z.output<typeof sheet>;

export const sheetSummary = z.strictObject({
  month,
  status,
  isOver: z.boolean(),
  /** As approved; null in a draft. */
  approved: z
    .strictObject({ cleaners: z.int(), visits: z.int(), paidMinutes: minutes, total: sum })
    .nullable(),
  lastChange: change.nullable(),
});
export type SheetSummary = z.output<typeof sheetSummary>;

const computed = z.strictObject({
  startedAt: wireMoment.nullable(),
  finishedAt: wireMoment.nullable(),
  plannedMinutes: minutes,
  paidMinutes: minutes,
  rate: z.int().nullable(),
  amount: sum,
});

export const lineDifference = z.strictObject({
  cleaner,
  jobID: id,
  number: z.int(),
  startTime: wireMoment,
  /** Null: the visit was not in the sheet. */
  approved: computed.nullable(),
  /** Null: the visit would not be in the sheet. */
  now: computed.nullable(),
});
export type Difference = z.output<typeof lineDifference>;

export const rate = z.strictObject({
  id,
  /** Null: everyone's. */
  cleaner: cleaner.nullable(),
  /** Null: for every kind of work. */
  jobType: jobType.nullable(),
  /** Null: there is no such rate from that day on. */
  centsPerHour: z.int().nullable(),
  /** Business day. */
  validFrom: z.string(),
  by: z.string(),
  createdAt: wireMoment,
  /** It counts today. */
  isCurrent: z.boolean(),
});
export type RateReply = z.output<typeof rate>;
