/** Hours of a month per cleaner, and the sheet from which cleaners are paid. */

import { z } from 'zod';
import { jobType } from '#features/catalogue/packages/contract.ts';
import { defineCall } from '#platform/contract/call.ts';
import { pick } from '#platform/contract/errors.ts';
import { day, id, idParams, listQuery, listReply, required } from '#platform/contract/schemas.ts';
import { MAX_CENTS } from '#platform/kernel/money.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { payErrors } from './contract/errors.ts';
import * as shapes from './contract/shapes.ts';
import * as policy from './rules/policy.ts';
import { EXTRA_KINDS } from './rules/sheet.ts';

const { month, monthParams } = shapes;

/** The query of a list that is computed for one month: in one order, in pages by `from` and `size`. */
const computedQuery = <F extends z.ZodRawShape>(filters: F) =>
  listQuery(['month'], filters).omit({ sortby: true, order: true, q: true, trash: true, after: true });
const ofCleaner = { cleanerID: id.optional() };

export const listHours = defineCall({
  method: 'GET',
  path: '/pay/hours',
  ...openTo(policy.seeHours),
  summary:
    'Planned and clocked hours of each cleaner in a month, from the clock events; `download=1` for CSV.',
  query: computedQuery({ month, ...ofCleaner }),
  reply: listReply(shapes.cleanerHours),
  streamed: true,
});

export const listHoursOfCleaner = defineCall({
  method: 'GET',
  path: '/pay/hours/:id',
  ...openTo(policy.seeHours),
  summary: "A cleaner's visits of a month with planned and clocked time; `download=1` for CSV.",
  params: idParams,
  query: computedQuery({ month }),
  reply: listReply(shapes.hoursLine),
  streamed: true,
});

export const listSheets = defineCall({
  method: 'GET',
  path: '/pay/sheets',
  ...openTo(policy.seePay),
  summary: 'The pay sheets of all months with visits, newest first.',
  reply: z.strictObject({ items: z.array(shapes.sheetSummary) }),
});

export const getSheet = defineCall({
  method: 'GET',
  path: '/pay/sheets/:month',
  ...openTo(policy.seePay),
  summary:
    'The pay sheet of a month: a draft is computed from the clock events, an approved one is as approved.',
  params: monthParams,
  reply: z.strictObject({ ...shapes.sheet.shape, cleaners: z.array(shapes.cleanerPay) }),
});

export const listPayOfCleaners = defineCall({
  method: 'GET',
  path: '/pay/sheets/:month/cleaners',
  ...openTo(policy.seePay),
  summary: 'A pay sheet by cleaner; `download=1` for CSV.',
  params: monthParams,
  query: computedQuery({}),
  reply: listReply(shapes.cleanerPay),
  streamed: true,
});

export const listPayLines = defineCall({
  method: 'GET',
  path: '/pay/sheets/:month/lines',
  ...openTo(policy.seePay),
  summary:
    'The lines of a pay sheet by cleaner: visits with their clock events, then extras; `download=1` for CSV.',
  params: monthParams,
  query: computedQuery(ofCleaner),
  reply: listReply(shapes.payLine),
  streamed: true,
});

export const listDifferences = defineCall({
  method: 'GET',
  path: '/pay/sheets/:month/differences',
  ...openTo(policy.seePay),
  summary: 'The lines of an approved sheet that the clock events and rates would make different now.',
  params: monthParams,
  reply: z.strictObject({
    count: z.int(),
    /** Cents by which the sheet would be higher now. */
    difference: z.int(),
    /** The first 200, in order of the visits. */
    items: z.array(shapes.lineDifference),
  }),
});

export const approveSheet = defineCall({
  method: 'POST',
  path: '/pay/sheets/:month/approve',
  ...openTo(policy.changePay),
  summary: 'Approves exactly the sheet that was read, and freezes its lines.',
  params: monthParams,
  body: z.strictObject({
    /** `version` of the sheet as it was shown. */
    version: z.string().max(100),
  }),
  reply: shapes.sheet,
  errors: pick(payErrors, 'not_draft', 'sheet_locked', 'sheet_changed', 'month_not_over', 'rates_missing'),
  idempotent: true,
});

export const reopenSheet = defineCall({
  method: 'POST',
  path: '/pay/sheets/:month/reopen',
  ...openTo(policy.changePay),
  summary: 'Makes an approved sheet a draft again, computed from the clock events.',
  params: monthParams,
  body: z.strictObject({ reason: required(300) }),
  reply: shapes.sheet,
  errors: pick(payErrors, 'not_approved', 'sheet_locked'),
  idempotent: true,
});

export const lockSheet = defineCall({
  method: 'POST',
  path: '/pay/sheets/:month/lock',
  ...openTo(policy.changePay),
  summary: 'Locks an approved sheet for good.',
  params: monthParams,
  body: z.strictObject({}),
  reply: shapes.sheet,
  errors: pick(payErrors, 'not_approved', 'sheet_locked'),
  idempotent: true,
});

/** Cents. */
const amount = z
  .int({ error: 'Enter an amount, to the cent.' })
  .min(1, { error: 'Enter more than 0.' })
  .max(MAX_CENTS, { error: 'Enter at most S$1,000,000.' });

export const addExtra = defineCall({
  method: 'POST',
  path: '/pay/extras',
  ...openTo(policy.changePay),
  summary: 'Adds an extra, a tip or a deduction to the draft of a month.',
  body: z.strictObject({
    month,
    cleanerID: id,
    kind: z.enum(EXTRA_KINDS, { error: 'Choose an extra, a tip or a deduction.' }),
    amount,
    reason: required(300),
    /** A visit of this cleaner. */
    jobID: id.optional(),
  }),
  reply: shapes.extra,
  status: 201,
  errors: pick(payErrors, 'not_draft', 'sheet_locked'),
  idempotent: true,
});

export const removeExtra = defineCall({
  method: 'POST',
  path: '/pay/extras/:id/remove',
  ...openTo(policy.changePay),
  summary: 'Removes an extra from a draft.',
  params: idParams,
  body: z.strictObject({}),
  reply: shapes.extra,
  errors: pick(payErrors, 'not_draft', 'sheet_locked'),
  idempotent: true,
});

export const listRates = defineCall({
  method: 'GET',
  path: '/pay/rates',
  ...openTo(policy.seePay),
  summary: 'All pay rates ever saved, newest first; `isCurrent` marks those that count today.',
  query: z.strictObject(ofCleaner),
  reply: z.strictObject({ items: z.array(shapes.rate) }),
});

export const saveRate = defineCall({
  method: 'POST',
  path: '/pay/rates',
  ...openTo(policy.changePay),
  summary: 'Adds a pay rate from a day on: for everyone or one cleaner, for all kinds of work or one.',
  body: z.strictObject({
    cleanerID: id.nullish(),
    jobType: jobType.nullish(),
    /** Null ends a rate: from that day the next more general one counts. */
    centsPerHour: z
      .int({ error: 'Enter an amount, to the cent.' })
      .min(1, { error: 'Enter more than 0.' })
      .max(100_000, { error: 'Enter at most S$1,000 an hour.' })
      .nullable(),
    validFrom: day,
  }),
  reply: shapes.rate,
  status: 201,
  idempotent: true,
});
