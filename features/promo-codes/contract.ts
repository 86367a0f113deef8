import { z } from 'zod';
import { jobType } from '#features/packages/contract.ts';
import { defineCall } from '#platform/contract/call.ts';
import { recordCalls } from '#platform/contract/record.ts';
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
  required,
  whole,
  wireMoment,
} from '#platform/contract/schemas.ts';
import { recordMarks } from '#platform/contract/trash.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { PROMO_TYPES } from './rules/discount.ts';
import { changePromoCodes, seePromoCodes, tryPromoCode } from './rules/policy.ts';

export const promoType = z.enum(PROMO_TYPES, { error: 'Choose percent, amount or hours.' });

const openDay = z.union([day, z.literal('').transform(() => null)]).nullable();
const limit = z
  .int({ error: 'Enter a whole number, or leave it empty for no limit.' })
  .min(0)
  .max(1_000_000)
  .nullable();

const fields = {
  /** Not case-sensitive. */
  code: required(40).regex(/^[A-Za-z0-9_-]+$/, { error: 'Use letters, digits, - and _.' }),
  /** What people read beside the discount: `Welcome, 10% off`. */
  label: line(100),
  type: promoType,
  /** Whole percent, cents, or hours in halves, by type. */
  amount: z
    .number({ error: 'Enter how much the code takes off.' })
    .positive({ error: 'Enter more than 0.' })
    .max(10_000_000),
  /** The first and the last day on which it can be used, both included; null for open. */
  startDate: openDay,
  endDate: openDay,
  /** Kinds of jobs it counts for; empty for all. */
  booking_type: z
    .array(jobType)
    .max(10)
    .transform((types) => [...new Set(types)]),
  /** Packages it counts for; empty for all. */
  packages: z
    .array(id)
    .max(200)
    .transform((ids) => [...new Set(ids)]),
  /** How often it can be used, by everybody and by one customer; null for no limit. */
  totalAllocation: limit,
  maxPerCustomer: limit,
};

export const promoReply = z.object({
  id,
  ...fields,
  startDate: day.nullable(),
  endDate: day.nullable(),
  booking_type: z.array(jobType),
  packages: z.array(id),
  /** `totalAllocation` less what is used and reserved; null without a limit. */
  remainder: z.int().nullable(),
  /** Paid with it, and held with it at the moment. */
  used: z.int(),
  reserved: z.int(),
  ...recordMarks,
});
export type PromoReply = z.output<typeof promoReply>;

export const promoCodes = recordCalls({
  path: '/promocodes',
  one: 'a promo code',
  many: 'promo codes, newest first',
  see: seePromoCodes,
  change: changePromoCodes,
  item: promoReply,
  create: z.strictObject(fields).partial().required({ code: true, type: true, amount: true }),
  update: z.strictObject(fields).partial(),
  owned: ['remainder', 'used', 'reserved'],
  sortable: ['createdAt', 'code', 'label', 'type', 'startDate', 'endDate'],
  filters: { type: promoType.optional(), booking_type: jobType.optional() },
  notes: { update: 'what was booked with it keeps its discount' },
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
  /** The job or the purchase. */
  targetID: id,
  /** Cents. */
  discount: cents,
  state: z.enum(['reserved', 'used', 'released']),
  reservedAt: wireMoment,
  usedAt: wireMoment.nullable(),
  releasedAt: wireMoment.nullable(),
});

export const listPromoUses = defineCall({
  method: 'GET',
  path: '/promocodes/:id/uses',
  ...openTo(seePromoCodes),
  summary: 'Who used a promo code, for what, newest first',
  params: idParams,
  query: listQuery(['reservedAt', 'discount'], {
    state: z.enum(['reserved', 'used', 'released']).optional(),
  }),
  reply: listReply(promoUse),
  streamed: true,
});

/**
 * What a code takes off a package's list price; nothing is reserved. `customer_id` counts for the office alone: a
 * customer asks for themselves, and `auth` is nothing to go by.
 */
export const checkPromoCode = defineCall({
  method: 'POST',
  path: '/customers/checkpromocode',
  ...openTo(tryPromoCode),
  summary: 'What a promo code takes off a package; not valid is 200 with `valid: false` and a reason.',
  body: z.strictObject({
    code: line(40),
    package_id: id,
    customer_id: z.union([id, z.literal('')]).nullish(),
    /** Of an hourly package; the package's own unless given. */
    hours: hours.optional(),
    numCleaners: whole(1, 5).optional(),
    requireCleaningSupplies: flag.optional(),
  }),
  ignored: ['auth', 'price', 'total'],
  reply: z.object({
    valid: z.boolean(),
    type: promoType.nullable(),
    /** Whole percent, cents, or hours, by type. */
    amount: z.number(),
    /** Cents off, and what is left to pay. */
    discount: cents,
    total: cents,
    label: z.string(),
    /** A sentence: what it takes off, or why it does not count. */
    message: z.string(),
  }),
});

export const promoStatistics = defineCall({
  method: 'GET',
  path: '/promocode/statistics',
  ...openTo(seePromoCodes),
  summary: 'What promo codes took off in a range of days: a total, and a row a code',
  query: z.object({ from_date: day.optional(), to_date: day.optional() }),
  reply: z.object({
    from_date: day,
    to_date: day,
    count: z.int(),
    /** Cents. */
    total: cents,
    rows: z.array(z.object({ code: z.string(), label: z.string(), uses: z.int(), discount: cents })),
  }),
});
