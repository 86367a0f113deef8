import { z } from 'zod';
import { jobType } from '#features/catalogue/packages/contract.ts';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors } from '#platform/contract/errors.ts';
import { recordCalls } from '#platform/contract/record.ts';
import { defineFields, recordReply } from '#platform/contract/record-fields.ts';
import {
  cents,
  day,
  flag,
  hours,
  id,
  idParams,
  line,
  listQuery,
  listReply,
  postal,
  required,
  several,
  statisticsQuery,
  whole,
  wireMoment,
} from '#platform/contract/schemas.ts';
import { readDay } from '#platform/kernel/business-time.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { PROMO_TYPES } from './rules/discount.ts';
import { changePromoCodes, seePromoCodes, tryPromoCode } from './rules/policy.ts';
import { PROMO_REASONS } from './rules/why-not-valid.ts';

export const promoType = z.enum(PROMO_TYPES, { error: 'Choose percent, amount or hours.' });

/** What a form sends for an empty field. */
const nothing = z.literal(['', null]).transform(() => null);
const openDay = z
  .string()
  .refine((text) => text === '' || readDay(text) !== null, { error: 'Enter a day, or leave it blank.' })
  .transform((text) => (text === '' ? null : text))
  .nullable();
const limit = (least: number) => {
  const error = `Enter a whole number from ${least}, or leave it blank for no limit.`;
  return z.union([whole(least, 1_000_000, error), nothing], { error });
};

export const promoFields = defineFields({
  /** Case-insensitive. */
  code: {
    label: 'Code',
    sent: required(40).regex(/^[A-Za-z0-9_-]*$/, { error: 'Use letters, digits, - and _.' }),
    required: true,
    searched: true,
  },
  /** Shown beside the discount: `Welcome`. */
  label: { label: 'Label', sent: line(100), initial: '', searched: true },
  type: { label: 'Type', sent: promoType, required: true, csv: false },
  /** Whole percent, cents, or hours in steps of 0.5, depending on the type. */
  amount: {
    label: 'Takes off',
    sent: z
      .number({ error: 'Enter how much the code takes off.' })
      .positive({ error: 'Enter more than 0.' })
      .max(10_000_000, { error: 'Enter at most S$100,000.' }),
    required: true,
  },
  /** The first and the last day of use, both inclusive; null for no bound. */
  startDate: { label: 'First day', sent: openDay, shown: day.nullable(), initial: null },
  endDate: { label: 'Last day', sent: openDay, shown: day.nullable(), initial: null },
  /** Job types it applies to; empty for all. */
  booking_type: {
    label: 'Jobs',
    column: 'bookingTypes',
    sent: several(jobType, 10),
    shown: z.array(jobType),
    initial: [],
  },
  /** Packages it applies to; empty for all. */
  packages: { label: 'Packages', sent: several(id, 200), shown: z.array(id), initial: [], csv: false },
  /** Regions that the home may be in; empty for all. Purchases of hours have no home. */
  regions: { label: 'Regions', sent: several(id, 100), shown: z.array(id), initial: [], csv: false },
  /** Only for customers without a booking that goes ahead or is done. */
  firstBookingOnly: { label: 'First booking only', sent: flag, shown: z.boolean(), initial: false },
  /** Maximum uses in total and per customer; null for no limit. */
  totalAllocation: { label: 'Total uses', sent: limit(0), shown: z.int().nullable(), initial: null },
  maxPerCustomer: { label: 'Uses per customer', sent: limit(1), shown: z.int().nullable(), initial: null },
});

const createBody = z.strictObject(promoFields.draft);
export type PromoDraft = z.output<typeof createBody>;
const updateBody = z.strictObject(promoFields.sent).partial();
export type PromoChange = z.output<typeof updateBody>;

export const promoReply = recordReply(promoFields, {
  /** `totalAllocation` minus used and reserved ones; null without a limit. */
  remainder: z.int().nullable(),
  /** Uses that are paid, and uses on hold. */
  used: z.int(),
  reserved: z.int(),
});
export type PromoReply = z.output<typeof promoReply>;

export const promoErrors = defineErrors({
  promo_code_taken: {
    status: 409,
    title: 'This code is in use again',
    detail:
      'Another promo code has the same code now. Rename it or move it to the trash, then restore this one.',
  },
});

export const promoCodes = recordCalls({
  path: '/promocodes',
  one: 'a promo code',
  many: 'promo codes, newest first',
  see: seePromoCodes,
  change: changePromoCodes,
  item: promoReply,
  create: createBody,
  update: updateBody,
  sortable: ['createdAt', 'code', 'label', 'type', 'booking_type', 'startDate', 'endDate'],
  filters: { type: promoType.optional(), booking_type: jobType.optional() },
  notes: { update: 'what was booked with it keeps its discount' },
  errors: { untrash: promoErrors },
});
export const {
  list: listPromoCodes,
  get: readPromoCode,
  create: createPromoCode,
  update: updatePromoCode,
  trash: trashPromoCode,
  untrash: untrashPromoCode,
} = promoCodes;

export const promoUse = z.object({
  id,
  customer: z.object({ id, fullname: z.string() }),
  targetKind: z.enum(['job', 'credit-package']),
  /** The id of the job or purchase. */
  targetID: id,
  /** The job, to show its time; null for a purchase. */
  job: z.object({ id, startTime: wireMoment }).nullable(),
  /** Cents. */
  discount: cents,
  /** On hold, paid, or given back. */
  state: z.enum(['reserved', 'used', 'released']),
  reservedAt: wireMoment,
  usedAt: wireMoment.nullable(),
  releasedAt: wireMoment.nullable(),
});

export type PromoUse = z.output<typeof promoUse>;

export const listPromoUses = defineCall({
  method: 'GET',
  path: '/promocodes/:id/uses',
  ...openTo(seePromoCodes),
  summary: 'Uses of a promo code, newest first',
  params: idParams,
  query: listQuery(['reservedAt', 'createdAt', 'discount', 'customer'], {
    state: z.enum(['reserved', 'used', 'released']).optional(),
  }),
  reply: listReply(promoUse),
  streamed: true,
});

/** Why a code is not valid; routes that refuse a code send it as `promo` in the problem document. */
export const promoRefusal = z.object({ reason: z.enum(PROMO_REASONS), day: day.optional() });

/**
 * What a code takes off a package's list price; reserves nothing. `customer_id` is honoured for the office
 * only: customers always check for themselves.
 */
export const checkPromoCode = defineCall({
  method: 'POST',
  path: '/customers/checkpromocode',
  ...openTo(tryPromoCode),
  summary: 'What a promo code takes off a package; an invalid code is 200 with `valid: false` and a reason.',
  body: z.strictObject({
    code: line(40),
    package_id: id,
    customer_id: z.union([id, z.literal('')]).nullish(),
    /** Of an hourly package; the package's own if absent. */
    hours: hours.optional(),
    numCleaners: whole(1, 5).optional(),
    requireCleaningSupplies: flag.optional(),
    /** Of the home; without it the code's regions are not checked yet. */
    postal: postal.optional(),
  }),
  ignored: ['auth', 'price', 'total'],
  reply: z.object({
    valid: z.boolean(),
    type: promoType.nullable(),
    /** Whole percent, cents or hours, depending on the type. */
    amount: z.number(),
    /** Cents off, and cents left to pay. */
    discount: cents,
    total: cents,
    label: z.string(),
    /** A sentence: what the code takes off, or why it is not valid. */
    message: z.string(),
    /** Why the code is not valid, and the day it starts or ended; null if it is valid. */
    why: promoRefusal.nullable(),
  }),
});

export const promoStatistics = defineCall({
  method: 'GET',
  path: '/promocode/statistics',
  ...openTo(seePromoCodes),
  summary: 'What each promo code took off payments in a range of days, without what was given back',
  query: statisticsQuery,
  reply: z.object({
    from_date: day,
    to_date: day,
    count: z.int(),
    /** Cents. */
    total: cents,
    rows: z.array(
      z.object({ promoCodeID: id, code: z.string(), label: z.string(), uses: z.int(), discount: cents }),
    ),
  }),
});
