import { z } from 'zod';
import * as routes from '#features/routes.ts';
import { defineCall } from '#platform/contract/call.ts';
import { recordCalls } from '#platform/contract/record.ts';
import { defineFields, recordReply } from '#platform/contract/record-fields.ts';
import { cents, flag, hours, id, line, paragraph, required } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { JOB_TYPES, PACKAGE_KINDS, PRICING_TYPES, TAKES_HOURS } from './rules/package.ts';
import { changePackages, seePackages } from './rules/policy.ts';

/** The kind of clean of a package, job or promo code. */
export const jobType = z.enum(JOB_TYPES, {
  error: 'Choose regular, one-time, spring or moving cleaning.',
});

/** In hours, in steps of a quarter. */
const breakHours = z
  .number({ error: 'Enter the break in hours, or 0 for none.' })
  .min(0, { error: 'Enter 0 or more hours.' })
  .max(4, { error: 'Enter at most 4 hours.' })
  .multipleOf(0.25, { error: 'Enter breaks in quarters of an hour.' });

/** What a package leaves out is filled in or computed by rules/complete-package.ts. */
export const packageFields = defineFields({
  type: { label: 'Service', sent: jobType, required: true },
  /** The home size (`HDB 4-room`), or `credit` for a package of prepaid hours. */
  category: { label: 'Home', sent: line(60), searched: true },
  label: { label: 'Label', sent: required(), required: true, searched: true },
  description: { label: 'Description', sent: paragraph(5000), searched: true },
  /** In Chinese; empty: the English one is shown. */
  descriptionZh: { label: 'Description in Chinese', sent: paragraph(5000) },
  pricingType: {
    label: 'Pricing',
    sent: z.enum(PRICING_TYPES, { error: 'Choose fixed or hourly.' }),
  },
  numCleaners: {
    label: 'Cleaners',
    sent: z
      .int({ error: 'Enter a whole number.' })
      .min(1, { error: 'Enter at least 1.' })
      .max(5, { error: 'Enter at most 5.' }),
  },
  hoursPerCleaner: { label: 'Hours each', sent: hours },
  breakHours: { label: 'Break', sent: breakHours },
  /** Hours of all cleaners together; derived from cleaners and hours each if they are given. */
  totalHours: { label: 'Hours', sent: hours, csv: false },
  /** The start time proposed by forms, `09:00`; empty for none. */
  startTime: { label: 'Usual start', sent: line(40) },
  /** Cents. For a credit package, its tier: 2700, 2500, 2400 or 0. */
  pricePerHour: { label: 'Price per hour', sent: cents },
  /** Cents, GST included. For an hourly package it is computed and the sent value is ignored. */
  price: { label: 'Fixed price', sent: cents },
  /** Cents. */
  suppliesCost: { label: 'Supplies', sent: cents },
  suppliesIncluded: { label: 'Included in every visit', sent: flag, shown: z.boolean() },
  suppliesToBePrepared: { label: 'What customers prepare', sent: paragraph(2000) },
  suppliesToBePreparedZh: { label: 'What customers prepare, in Chinese', sent: paragraph(2000) },
  /** Whether a visit can be paid with hours of credit: hour for hour, not at all, or with the difference by card. */
  takesHours: {
    label: 'Paid with prepaid hours',
    sent: z.enum(TAKES_HOURS, { error: 'Choose yes, no or with the difference.' }),
  },
  /** Hours in a credit package. */
  credits: { label: 'Hours', sent: hours },
});

export const packageReply = recordReply(packageFields, {});
export type PackageReply = z.output<typeof packageReply>;

export const createBody = z.strictObject(packageFields.draft);
export const updateBody = z.strictObject(packageFields.sent).partial();

export const packages = recordCalls({
  path: routes.listPackages.path,
  one: 'a package',
  many: 'packages',
  see: seePackages,
  change: changePackages,
  item: packageReply,
  create: createBody,
  update: updateBody,
  sortable: ['type', 'label', 'category', 'description', 'price', 'createdAt'],
  filters: {
    type: jobType.optional(),
    category: line(60).optional(),
    kind: z.enum(PACKAGE_KINDS).optional(),
    /** Only what can be booked now: see `bookableLimits`. */
    bookable: flag.optional(),
  },
  notes: {
    list: 'the office also sees free hours and the trash',
    update: 'booked jobs keep the price they were booked at',
  },
});
export const {
  list: listPackages,
  get: readPackage,
  create: createPackage,
  update: updatePackage,
  trash: trashPackage,
  untrash: untrashPackage,
} = packages;

export const namePackages = defineCall({
  method: 'POST',
  path: '/packages/getname',
  ...openTo(seePackages),
  summary: 'Names of packages, in the order of the ids; unknown ids are omitted',
  body: z.strictObject({ id: id.optional(), ids: z.array(id).max(200).optional() }),
  reply: z.array(packageReply.pick({ id: true, label: true, category: true, type: true })),
});
