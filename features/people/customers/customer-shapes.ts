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

/** The tiers of credit, in whole dollars an hour (SPEC.md 9), and the hours held in each. */
export const creditTiers = z
  .array(z.strictObject({ perHour: z.literal(CREDIT_TIERS), numCredits: hours }))
  .refine((tiers) => new Set(tiers.map((tier) => tier.perHour)).size === tiers.length, {
    error: 'Name each tier once.',
  });

/** The cardholder asks their bank for a payment back. */
export const customerDispute = z.object({
  transactionID: id,
  /** Cents. */
  amount: z.int(),
  openedAt: wireMoment,
  /** Until when the bank takes an answer; null where it takes none. */
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
  /** `displayName`, or else first and last name. */
  fullname: z.string(),
  email: z.string(),
  /** Hours of credit held now. */
  creditsLeft: z.number(),
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
/** By which ways somebody agrees to news and offers; what is not named stays as it is. */
export const consentWish = z.strictObject(eachChannel(flag.optional()));

export const customerReply = z.strictObject({
  ...customerFields,
  /** Of one customer, not in lists: by which ways they agreed to news and offers. */
  consents: z.strictObject(eachChannel(z.boolean())).optional(),
  /** Whether they get review requests and renewal offers; of one customer, not in lists. */
  followUps: z.boolean().optional(),
  /** The tiers that they hold; of one customer, not in lists. */
  credits: z.array(z.object({ perHour: z.int(), numCredits: z.number() })).optional(),
  /** Payments that the bank looks into, or that it has taken back (`lost`); of one customer, not in lists. */
  disputes: z.array(customerDispute).optional(),
  /** The new e-mail address that waits for confirmation, or null; of one customer, not in lists. */
  pendingEmail: z.string().nullable().optional(),
  /** Whether a Facebook account signs them in; of one customer, not in lists. */
  facebookLinked: z.boolean().optional(),
});
export type CustomerReply = z.output<typeof customerReply>;

/** A last name may be empty: not everyone has one (DOMAIN.md 1.5). */
const person = {
  salutation: line(20),
  firstname: requiredName(100),
  lastname: line(100),
  email,
};
/** Who signs up. */
export const newPerson = {
  ...person,
  mobile,
  salutation: person.salutation.default(''),
  lastname: person.lastname.default(''),
};
/** Whom the office adds. */
export const newCustomer = { ...newPerson, displayName: displayName.optional() };
/** What of a person may change: only the fields that are sent. */
export const personChanges = z.object({ ...person, displayName }).partial().shape;

/** Why a customer stays out of the trash, or in it. Visits ahead are in `jobs`, each with `jobID` and `startTime`. */
export const trashErrors = defineErrors({
  closed_for_good: {
    status: 409,
    title: 'Closed for good',
    detail: 'This customer closed their account. Nothing of it can come back; they can sign up anew.',
  },
  has_visits_ahead: {
    status: 409,
    title: 'This customer has visits ahead',
    detail: 'This customer has visits ahead. Cancel them first.',
  },
});

export const customersQuery = listQuery(
  ['createdAt', 'fullname', 'salutation', 'email', 'mobile', 'creditsLeft', 'confirmed', 'card'],
  {
    /** Those who have shown that the number is theirs, or those who have not. */
    confirmed: z.enum(['0', '1']).optional(),
    /** Those who hold hours of credit, or those who hold none. */
    credits: z.enum(['0', '1']).optional(),
  },
);
