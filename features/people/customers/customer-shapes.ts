import { z } from 'zod';
import { defineErrors } from '#platform/contract/errors.ts';
import {
  displayName,
  email,
  flag,
  hours,
  id,
  line,
  listQuery,
  mobile,
  requiredName,
  wireMoment,
} from '#platform/contract/schemas.ts';
import { recordMarks } from '#platform/contract/trash.ts';
import { CONSENT_CHANNELS, type ConsentChannel } from './rules/consents.ts';
import { CREDIT_TIERS } from './rules/credits.ts';

/** Credit tiers in whole dollars an hour, and the hours held in each. */
export const creditTiers = z
  .array(z.strictObject({ perHour: z.literal(CREDIT_TIERS), numCredits: hours }))
  .refine((tiers) => new Set(tiers.map((tier) => tier.perHour)).size === tiers.length, {
    error: 'Name each tier once.',
  });

/** A chargeback: the cardholder asks the bank for a payment back. */
export const customerDispute = z.object({
  transactionID: id,
  /** Cents. */
  amount: z.int(),
  openedAt: wireMoment,
  /** The bank's deadline for evidence; null if it accepts none. */
  dueBy: wireMoment.nullable(),
  /** Null while it is open. */
  outcome: z.literal('lost').nullable(),
});

export const customerFields = {
  id,
  mobile: z.string(),
  salutation: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  displayName: z.string(),
  /** `displayName`, otherwise first and last name. */
  fullname: z.string(),
  email: z.string(),
  /** Current hours of credit. */
  creditsLeft: z.number(),
  /** `visa`; null if there is no stored card, or its brand is not known. */
  creditCardBrand: z.string().nullable(),
  creditCardLast4: z.string().nullable(),
  creditCardExpiryMonth: z.int().nullable(),
  creditCardExpiryYear: z.int().nullable(),
  otpVerified: z.boolean(),
  ...recordMarks,
};

function eachChannel<T extends z.ZodType>(schema: T) {
  return Object.fromEntries(CONSENT_CHANNELS.map((channel) => [channel, schema])) as Record<
    ConsentChannel,
    T
  >;
}
/** Consents to news and offers per channel; absent ones stay as they are. */
export const consentWish = z.strictObject(eachChannel(flag.optional()));

export const customerReply = z.strictObject({
  ...customerFields,
  /** Consents per channel; not in lists. */
  consents: z.strictObject(eachChannel(z.boolean())).optional(),
  /** Whether they get review requests and renewal offers; not in lists. */
  followUps: z.boolean().optional(),
  /** The tiers that they hold; not in lists. */
  credits: z.array(z.object({ perHour: z.int(), numCredits: z.number() })).optional(),
  /** Payments that are disputed, or were lost in a dispute (`lost`); not in lists. */
  disputes: z.array(customerDispute).optional(),
  /** The new e-mail address that is not confirmed yet, or null; not in lists. */
  pendingEmail: z.string().nullable().optional(),
  /** Visits and payments; only in the office's list. */
  activity: z
    .strictObject({
      nextVisit: wireMoment.nullable(),
      visitsDone: z.int(),
      /** Cents received, less refunds; null for those who may not see it. */
      spent: z.int().nullable(),
    })
    .optional(),
  /** Whether a Facebook account is linked; not in lists. */
  facebookLinked: z.boolean().optional(),
});
export type CustomerReply = z.output<typeof customerReply>;

/** The last name may be empty: not everyone has one. */
const person = {
  salutation: line(20),
  firstname: requiredName(100),
  lastname: line(100),
  email,
};
/** The fields for signing up. */
export const newPerson = {
  ...person,
  mobile,
  salutation: person.salutation.default(''),
  lastname: person.lastname.default(''),
};
/** The fields of a customer added by the office. */
export const newCustomer = { ...newPerson, displayName: displayName.optional() };
/** The changeable fields; only the sent ones change. */
export const personChanges = z.object({ ...person, displayName }).partial().shape;

/**
 * Why a customer cannot be trashed or restored. Upcoming visits are in `jobs`, each with `jobID` and
 * `startTime`.
 */
export const trashErrors = defineErrors({
  closed_for_good: {
    status: 409,
    title: 'Account closed permanently',
    detail: 'This customer has closed their account. It cannot be restored, but they can sign up again.',
  },
  has_visits_ahead: {
    status: 409,
    title: 'This customer has booked visits',
    detail: 'This customer has booked visits. Cancel them first.',
  },
});

export const customersQuery = listQuery(
  ['createdAt', 'fullname', 'salutation', 'email', 'mobile', 'creditsLeft', 'confirmed', 'card'],
  {
    /** Customers who have confirmed their number, or those who have not. */
    confirmed: z.enum(['0', '1']).optional(),
    /** Customers with hours of credit, or those without. */
    credits: z.enum(['0', '1']).optional(),
  },
);
