/** The shapes that job calls send and receive. Money in cents, durations in hours, times ISO with offset. */
import { z } from 'zod';
import { jobType } from '#features/catalogue/packages/contract.ts';
import { addressReply, JOB_HOME_FIELDS } from '#features/people/customers/address-shapes.ts';
import { cents, id, required, wireMoment } from '#platform/contract/schemas.ts';
import { recordMarks } from '#platform/contract/trash.ts';
import { pickFields, prefixed } from '#platform/kernel/fields.ts';
import { DIFFERENCE_ACTIONS } from '../rules/price-difference.ts';
import { JOB_STATUSES } from '../rules/status.ts';

export const jobStatus = z.enum(JOB_STATUSES);

/** How far a paid visit is. */
export const jobStage = z.enum(['upcoming', 'in-progress', 'done']);
/** Why the office sets a soft rule aside for the cleaners that it names. */
export const overrideReason = required(200);
export const cleanerType = z.enum(['any', 'preferred']);
const crewId = z.union([id, z.literal('')]).nullish();
export const crewIds = {
  cleaner1ID: crewId,
  cleaner2ID: crewId,
  cleaner3ID: crewId,
  cleaner4ID: crewId,
  cleaner5ID: crewId,
};

/** One line of a price. `quantity` × `unitPrice` = `amount` where both are given. */
export const quoteLine = z.object({
  code: z.enum(['labour', 'package', 'supplies', 'promo', 'credits']),
  label: z.string(),
  quantity: z.number().optional(),
  unit: z.literal('hour').optional(),
  unitPrice: cents.optional(),
  amount: z.int(),
});

/** The itemised price of one visit, GST included, less code and hours: its lines add up to `total`. Frozen on the job. */
export const quote = z.object({
  lines: z.array(quoteLine),
  /** The list price. */
  subtotal: cents,
  /** What the promo code takes off. */
  discount: cents,
  /** What is left to pay by card. */
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

/** What cancelling a visit keeps and gives back. */
export const cancellation = z.object({
  /** Cents that are kept of what was paid, and given back. */
  fee: cents,
  refund: cents,
  /** True where it was not paid by card: the office gives it back by hand. */
  refundByHand: z.boolean().optional(),
  /** Hours that come back to the customer's credits, and those that do not. */
  creditsReturned: z.number(),
  creditsForfeited: z.number(),
  /** The bank looks into the payment: the refund is made once it has decided that the payment stands, and not before. */
  refundPending: z.boolean(),
  policy,
});
export type Cancellation = z.output<typeof cancellation>;

export const crewMember = z.object({
  id,
  firstname: z.string(),
  lastname: z.string(),
  fullname: z.string(),
  profilePhoto: z.string(),
  startedAt: wireMoment.nullable(),
  finishedAt: wireMoment.nullable(),
});

const crewName = crewMember.omit({ startedAt: true, finishedAt: true });

/** What a change of a visit would come to. */
export const changePreview = z.object({
  startTime: wireMoment,
  endTime: wireMoment,
  hours: z.number(),
  breakHours: z.number(),
  numCleaners: z.int(),
  /** Who would come, in their places; who of them is new, and who would not come any more. */
  cleaners: z.array(crewName),
  joining: z.array(crewName),
  leaving: z.array(crewName),
  price: quote,
  /** Cents that the visit would cost in all, and how much more that is than before; negative where it is less. */
  amountToPay: cents,
  difference: z.int(),
  /** Hours of credit that come back whatever is chosen. */
  creditsReturned: z.number(),
  /** What the office can do about the difference; none where there is none, or nothing is paid yet. */
  actions: z.array(z.enum(DIFFERENCE_ACTIONS)),
});
export type ChangePreview = z.output<typeof changePreview>;

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

/** The home as it was when the job was booked. */
const home = { ...pickFields(addressReply.shape, JOB_HOME_FIELDS), genderPreference: z.string() };

const jobFields = z.object({
  id,
  label: z.string(),
  seriesID: id.nullable(),
  packageID: id,
  /** Its name when it was booked, and what the customer has ready where we bring no supplies. */
  package: z.object({ id, label: z.string(), suppliesToBePrepared: z.string() }),
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
  ...prefixed('job_address_', home),
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
  /** The day by which a confirmed job is to be paid; null for all others. */
  dueOn: z.string().nullish(),
  job_customer_email: z.string().optional(),
  /** For the office: a cleaner of this visit ahead cannot come any more. */
  lacksCrew: z.boolean().optional(),
});

/** A booking of a series replies with its first job, and all of them in `jobs`. */
export const job = jobFields.extend({ jobs: z.array(jobFields).optional() });
export type Job = z.output<typeof job>;
