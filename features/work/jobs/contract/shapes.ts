/** The shapes that the job routes send and receive. Money in cents, durations in hours, times ISO with offset. */
import { z } from 'zod';
import { jobType } from '#features/catalogue/packages/contract.ts';
import { CHARGE_WAYS } from '#features/catalogue/settings/rules/charge-times.ts';
import { addressReply, JOB_HOME_FIELDS } from '#features/people/customers/address-shapes.ts';
import { cents, id, required, wireMoment } from '#platform/contract/schemas.ts';
import { recordMarks } from '#platform/contract/trash.ts';
import { pickFields, prefixed } from '#platform/kernel/fields.ts';
import { CHARGE_KINDS } from '../rules/charges.ts';
import { DIFFERENCE_ACTIONS } from '../rules/price-difference.ts';
import { JOB_STATUSES } from '../rules/status.ts';

export const jobStatus = z.enum(JOB_STATUSES);

export const jobStage = z.enum(['upcoming', 'in-progress', 'done']);
/** Why the office overrides a soft rule for the cleaners it names. */
export const overrideReason = required(200);
export const cleanerType = z.enum(['any', 'preferred']);
const crewID = z.union([id, z.literal('')]).nullish();
export const crewIDs = {
  cleaner1ID: crewID,
  cleaner2ID: crewID,
  cleaner3ID: crewID,
  cleaner4ID: crewID,
  cleaner5ID: crewID,
};

/** One line of a price. `quantity` × `unitPrice` = `amount` where both are given. */
export const quoteLine = z.object({
  code: z.enum(['labour', 'package', 'supplies', 'extra', 'reclean', 'charge', 'promo', 'credits']),
  /** Of a `charge`: the office's note. */
  label: z.string(),
  /** Of a `charge`, which the office has added: what it is for. */
  kind: z.enum(CHARGE_KINDS).optional(),
  quantity: z.number().optional(),
  unit: z.literal('hour').optional(),
  unitPrice: cents.optional(),
  amount: z.int(),
});

/**
 * The itemised price of one visit, GST included, less promo code and hours; the lines add up to `total`. Frozen on the
 * job.
 */
export const quote = z.object({
  lines: z.array(quoteLine),
  /** The list price. */
  subtotal: cents,
  /** Discount from the promo code. */
  discount: cents,
  /** The rest, paid by card. */
  total: cents,
  /** The GST inside `total`; 0 if the business is not registered, in which case no GST line is shown. */
  gst: cents,
  gstRate: z.number(),
  currency: z.literal('SGD'),
  /**
   * Whether hours of credit can pay for it: absent, hour for hour; otherwise not at all, or with the difference by card.
   */
  takesHours: z.enum(['no', 'with-difference']).optional(),
});
export type Quote = z.output<typeof quote>;

/** The cancellation terms frozen on the job. Percentages are the share of the price that is kept. */
export const cancellationTerms = z.object({
  /** Cancelling and moving is free until this many hours before the start. */
  freeHours: z.number(),
  lateFeePercent: z.int(),
  /** The share given back when the company cancels. */
  companyRefundPercent: z.int(),
});
export type CancellationTerms = z.output<typeof cancellationTerms>;

/** What cancelling a visit keeps and gives back. */
export const cancellation = z.object({
  /** Cents kept of what was paid, and cents given back. */
  fee: cents,
  refund: cents,
  /** True if it was not paid by card: the office refunds it by hand. */
  refundByHand: z.boolean().optional(),
  /** True if nothing was paid: the saved card is charged the fee. */
  feeCharged: z.boolean().optional(),
  /** Hours returned to the customer's credits, and hours forfeited. */
  creditsReturned: z.number(),
  creditsForfeited: z.number(),
  /** The payment is disputed: the refund is only made once the bank has decided that the payment stands. */
  refundPending: z.boolean(),
  policy: cancellationTerms,
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

/** The outcome of a change to a visit, previewed. */
export const updatePreview = z.object({
  startTime: wireMoment,
  endTime: wireMoment,
  hours: z.number(),
  breakHours: z.number(),
  numCleaners: z.int(),
  /** The crew after the change, in order; who is added and who is removed. */
  cleaners: z.array(crewName),
  joining: z.array(crewName),
  leaving: z.array(crewName),
  price: quote,
  /** The total price of the visit in cents, and the increase over the old price; negative if it costs less. */
  amountToPay: cents,
  difference: z.int(),
  /** Hours of credit that come back whichever action is chosen. */
  creditsReturned: z.number(),
  /** The office's options for the difference; empty if there is none or nothing is paid yet. */
  actions: z.array(z.enum(DIFFERENCE_ACTIONS)),
});
export type UpdatePreview = z.output<typeof updatePreview>;

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

const crewPosition = id.nullable();

/** The home as it was when the job was booked. */
const home = { ...pickFields(addressReply.shape, JOB_HOME_FIELDS), genderPreference: z.string() };

const jobFields = z.object({
  id,
  /** A short number that can be read aloud, in the order of booking. */
  number: z.int(),
  /** Counts the changes of the job. */
  version: z.int(),
  label: z.string(),
  seriesID: id.nullable(),
  packageID: id,
  /** The label at the time of booking, and what the customer prepares if we bring no supplies. */
  package: z.object({
    id,
    label: z.string(),
    suppliesToBePrepared: z.string(),
    suppliesToBePreparedZh: z.string(),
  }),
  customerID: id,
  /** A cleaner sees the mobile and the address from 7 days before to 2 days after the visit. */
  customer: z.object({ id, fullname: z.string(), mobile: z.string().nullable() }),
  addressID: id,
  jobType,
  cleanerType,
  numCleaners: z.int(),
  cleaner1ID: crewPosition,
  cleaner2ID: crewPosition,
  cleaner3ID: crewPosition,
  cleaner4ID: crewPosition,
  cleaner5ID: crewPosition,
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
  /** The name of the home's area (postal district); null if its postal code is in none. */
  area: z.string().nullable(),
  /** False if the cleaner may not see address lines and phone at this time. */
  contactShown: z.boolean(),
  checklistDone: z.int(),
  checklistTotal: z.int(),
  review: z.string().nullable(),
  reviewStarts: z.int().nullable(),
  reviewedAt: wireMoment.nullable(),
  paidAt: wireMoment.nullable(),
  confirmedAt: wireMoment.nullable(),
  /** The start of the first crew member, and the finish of the last. */
  startedAt: wireMoment.nullable(),
  finishedAt: wireMoment.nullable(),
  cancelledAt: wireMoment.nullable(),
  /** The customer's answer to "Did we come?", for a visit that ended without a clock-in; null if there is none. */
  came: z.boolean().nullable(),
  /** Office only: the earlier visit that this one makes good, free of charge; null for all others. */
  recleanOf: id.nullish(),
  /** Why; for the office and the crew, and in the customer’s data export. */
  recleanReason: z.string().optional(),
  ...recordMarks,
  /** Only in the reply for a single job. */
  checklist: z.array(checklistLine).optional(),
  comment: z.string().optional(),
  /** Not sent to cleaners. */
  price: quote.optional(),
  policy: cancellationTerms.optional(),
  amountToPay: cents.optional(),
  creditsUsed: z.number().optional(),
  /** The due date of a confirmed job; null for all others. */
  dueOn: z.string().nullish(),
  /** Of a confirmed job that is paid without anybody asking, by the saved card or on an invoice; null for all others. */
  charge: z
    .object({
      when: z.enum(CHARGE_WAYS),
      /** How often the bank has declined it. */
      declines: z.int(),
      /** When it is tried again after a decline; null: it is not, and the customer pays another way. */
      againAt: wireMoment.nullable(),
    })
    .nullish(),
  /** What it costs in addition once it is paid or cancelled: charges of the office, and the fee of a late cancellation. */
  charges: z
    .array(
      z.object({
        id,
        kind: z.enum(CHARGE_KINDS),
        /** Of the office. */
        note: z.string(),
        cents,
        createdAt: wireMoment,
        /** Null while it is owed. */
        endedAs: z.enum(['paid', 'waived']).nullable(),
        declines: z.int(),
        /** When the saved card is charged; null: it is not, and the customer pays another way. */
        chargeAt: wireMoment.nullable(),
      }),
    )
    .optional(),
  job_customer_email: z.string().optional(),
  /** Office only: a cleaner of this upcoming visit is no longer available. */
  lacksCrew: z.boolean().optional(),
});

/** Booking a series replies with its first job, and all of them in `jobs`. */
export const job = jobFields.extend({ jobs: z.array(jobFields).optional() });
export type Job = z.output<typeof job>;
