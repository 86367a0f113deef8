import { z } from 'zod';
import * as routes from '#features/routes.ts';
import { defineCall } from '#platform/contract/call.ts';
import { recordCalls } from '#platform/contract/record.ts';
import { cents, flag, hours, id, line, paragraph, required } from '#platform/contract/schemas.ts';
import { recordMarks } from '#platform/contract/trash.ts';
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

const fields = {
  type: jobType,
  /** The home size (`HDB 4-room`), or `credit` for a package of prepaid hours. */
  category: line(60),
  pricingType: z.enum(PRICING_TYPES, { error: 'Choose fixed or hourly.' }),
  label: required(),
  description: paragraph(5000),
  /** In Chinese; empty: the English one is shown. */
  descriptionZh: paragraph(5000),
  /** Cents. For a credit package, its tier: 2700, 2500, 2400 or 0. */
  pricePerHour: cents,
  /** Hours of all cleaners together; derived from the two fields below if they are given. */
  totalHours: hours,
  numCleaners: z
    .int({ error: 'Enter a whole number.' })
    .min(1, { error: 'Enter at least 1.' })
    .max(5, { error: 'Enter at most 5.' }),
  hoursPerCleaner: hours,
  breakHours,
  /** Cents. */
  suppliesCost: cents,
  suppliesIncluded: flag,
  suppliesToBePrepared: paragraph(2000),
  suppliesToBePreparedZh: paragraph(2000),
  /** The start time proposed by forms, `09:00`; empty for none. */
  startTime: line(40),
  /** Hours in a credit package. */
  credits: hours,
  /** Cents, GST included. For an hourly package it is computed and the sent value is ignored. */
  price: cents,
  /** Whether a visit can be paid with hours of credit: hour for hour, not at all, or with the difference by card. */
  takesHours: z.enum(TAKES_HOURS, { error: 'Choose yes, no or with the difference.' }),
};

export const packageReply = z.object({
  id,
  ...fields,
  suppliesIncluded: z.boolean(),
  ...recordMarks,
});
export type PackageReply = z.output<typeof packageReply>;

export const createBody = z.strictObject(fields).partial().required({ type: true, label: true });
export const updateBody = z.strictObject(fields).partial();

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
