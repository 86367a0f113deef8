/** The shapes that job calls send and receive. Money in cents, durations in hours, times ISO with offset. */
import { z } from 'zod';
import { jobType } from '#features/packages/contract.ts';
import { cents, id, whole, wireMoment } from '#platform/contract/schemas.ts';
import { recordMarks } from '#platform/contract/trash.ts';

export const jobStatus = z.enum(['pending', 'paid', 'expired', 'cancelled']);
export type JobStatus = z.output<typeof jobStatus>;

/** How far a paid visit is. */
export const jobStage = z.enum(['upcoming', 'in-progress', 'done']);
export const cleanerType = z.enum(['any', 'preferred']);
export const onConflict = z.enum(['refuse', 'skip']);
export const recurrence = z.strictObject({
  interval: z.enum(['weekly', 'fortnightly']),
  count: whole(2, 52),
});

const crewId = z.union([id, z.literal('')]).nullish();
export const crewIds = {
  cleaner1ID: crewId,
  cleaner2ID: crewId,
  cleaner3ID: crewId,
  cleaner4ID: crewId,
  cleaner5ID: crewId,
};

/** Where the phone was. Both or neither; never needed. */
export const location = {
  latitude: z.number().min(-90).max(90).nullish(),
  longitude: z.number().min(-180).max(180).nullish(),
};

/** One line of a price. `quantity` × `unitPrice` = `amount` where both are given. */
export const quoteLine = z.object({
  code: z.enum(['labour', 'package', 'supplies', 'promo']),
  label: z.string(),
  quantity: z.number().optional(),
  unit: z.literal('hour').optional(),
  unitPrice: cents.optional(),
  amount: z.int(),
});

/** The itemised price of one visit, GST included. Frozen on the job. */
export const quote = z.object({
  lines: z.array(quoteLine),
  subtotal: cents,
  discount: cents,
  total: cents,
  /** The GST inside `total`; 0 when the business is not registered: then show no GST line. */
  gst: cents,
  gstRate: z.number(),
  currency: z.literal('SGD'),
});
export type Quote = z.output<typeof quote>;

/** The cancellation terms, frozen on the job. Percents of the price that are kept. */
export const policy = z.object({
  /** From this many hours before the start on, cancelling and moving costs nothing. */
  freeHours: z.number(),
  lateFeePercent: z.int(),
  /** The company calls it off: what is given back. */
  companyRefundPercent: z.int(),
});
export type CancellationPolicy = z.output<typeof policy>;

export const crewMember = z.object({
  id,
  firstname: z.string(),
  lastname: z.string(),
  profilePhoto: z.string(),
  startedAt: wireMoment.nullable(),
  finishedAt: wireMoment.nullable(),
});

export const checklistLine = z.object({
  id,
  english: z.string(),
  chinese: z.string(),
  category: z.string(),
  position: z.int(),
  done: z.boolean(),
  /** Id of the cleaner who ticked it; null for the office. */
  doneBy: id.nullable(),
  doneAt: wireMoment.nullable(),
});

const crewPlace = id.nullable();

const jobFields = z.object({
  id,
  label: z.string(),
  seriesID: id.nullable(),
  packageID: id,
  package: z.object({ id, label: z.string() }),
  customerID: id,
  /** A cleaner sees the mobile and the address from 7 days before to 2 days after the visit. */
  customer: z.object({ id, fullname: z.string(), mobile: z.string().nullable() }),
  addressID: id,
  jobType,
  cleanerType,
  numCleaners: z.int(),
  cleaner1ID: crewPlace,
  cleaner2ID: crewPlace,
  cleaner3ID: crewPlace,
  cleaner4ID: crewPlace,
  cleaner5ID: crewPlace,
  cleaners: z.array(crewMember),
  startTime: wireMoment,
  endTime: wireMoment,
  hours: z.number(),
  breakHours: z.number(),
  status: jobStatus,
  stage: jobStage,
  paid: z.boolean(),
  holdExpiresAt: wireMoment.nullable(),
  requireCleaningSupplies: z.boolean(),
  specialRequests: z.string(),
  contactDetails: z.string(),
  hasChangedDate: z.boolean(),
  job_address_addressLine1: z.string(),
  job_address_addressLine2: z.string(),
  job_address_addressLine3: z.string(),
  job_address_postal: z.string(),
  job_address_type: z.string(),
  job_address_country: z.string(),
  job_address_latitude: z.number().nullable(),
  job_address_longitude: z.number().nullable(),
  job_address_genderPreference: z.string(),
  job_address_hasPets: z.boolean(),
  job_address_languagePreference: z.string(),
  job_address_areaID: id.nullable(),
  /** False while a cleaner is shown neither address lines nor phone. */
  contactShown: z.boolean(),
  checklistDone: z.int(),
  checklistTotal: z.int(),
  review: z.string().nullable(),
  reviewStarts: z.int().nullable(),
  reviewedAt: wireMoment.nullable(),
  paidAt: wireMoment.nullable(),
  confirmedAt: wireMoment.nullable(),
  /** The first crew member's start, the last one's finish. */
  startedAt: wireMoment.nullable(),
  finishedAt: wireMoment.nullable(),
  cancelledAt: wireMoment.nullable(),
  ...recordMarks,
  /** GET of one job only. */
  checklist: z.array(checklistLine).optional(),
  comment: z.string().optional(),
  /** Not for cleaners. */
  price: quote.optional(),
  policy: policy.optional(),
  amountToPay: cents.optional(),
  creditsUsed: z.number().optional(),
  job_customer_email: z.string().optional(),
});

/** A booking of a series replies with its first job, and all of them in `jobs`. */
export const job = jobFields.extend({ jobs: z.array(jobFields).optional() });
export type Job = z.output<typeof job>;

const personCard = z.object({ id, firstname: z.string(), profilePhoto: z.string() });

/** A free time near the one that was asked for. */
export const alternative = z.object({
  startTime: wireMoment,
  endTime: wireMoment,
  cleaners: z.array(z.object({ id, firstname: z.string() })),
});
export type Alternative = z.output<typeof alternative>;

export const quoteReply = z.object({
  startTime: wireMoment.nullable(),
  endTime: wireMoment.nullable(),
  hours: z.number(),
  breakHours: z.number(),
  numCleaners: z.int(),
  /** Of one visit. */
  price: quote,
  /** How many visits: 1, or as many as a series has dates that can be served. */
  visits: z.int(),
  /** Of all visits, cents. */
  total: cents,
  policy,
  /** Who would come, first visit; empty when nobody can or no time was asked for. */
  cleaners: z.array(personCard),
  /** Dates that cannot be served now, each with free times nearby. */
  conflicts: z.array(
    z.object({
      startTime: wireMoment,
      endTime: wireMoment,
      code: z.enum(['slot_taken', 'not_bookable']),
      detail: z.string(),
      alternatives: z.array(alternative),
    }),
  ),
});

/** Paid, or one more step with the bank: hand `clientSecret` to Stripe, then commit again. */
export const paidReply = z.union([
  z.object({
    job,
    /** Null when there was nothing to charge. */
    transactionID: id.nullable(),
    /** A delta in hours: what the client adds to its balance. */
    creditsLeft: z.number(),
    creditsBalance: z.number(),
  }),
  z.object({ requiresAction: z.literal(true), clientSecret: z.string() }),
]);

export const jobChecklist = z.object({
  id,
  checklist: z.array(checklistLine),
  comment: z.string(),
});

export const availableCleaner = z.object({
  id,
  firstname: z.string(),
  profilePhoto: z.string(),
  languages: z.array(z.string()),
  /** Office only. */
  lastname: z.string().optional(),
  gender: z.string().optional(),
  free: z.boolean(),
  /** With `explain=1`: the rule that excludes them, null when free. */
  reason: z.object({ code: z.string(), detail: z.string() }).nullable().optional(),
});

export const slot = z.object({
  startTime: wireMoment,
  endTime: wireMoment,
  /** How many cleaners are free for it. */
  cleaners: z.int(),
  /** The customer's usual cleaner is one of them. */
  usualCleaner: z.boolean(),
});

export const slotDay = z.object({
  date: z.string(),
  /** The holiday's name on a closed day. */
  closed: z.string().nullable(),
  slots: z.array(slot),
});

/** `days` always; with `date` that day's `date` and `slots` on top too. */
export const slotsReply = z.object({
  date: z.string().optional(),
  slots: z.array(slot).optional(),
  days: z.array(slotDay),
  /** Who came last time, for a signed-in customer. */
  usualCleaner: personCard.nullable(),
});

export const calendarQueued = z.object({ queued: z.literal(true) });
