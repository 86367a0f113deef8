/**
 * The only names that a call may leave unread in a body, each call by name: what clients of the specification send
 * routinely and the server decides itself. Any other name that a call does not accept is 422.
 */

/** Sent with bookings, payments and people, and never believed. */
export const UNTRUSTED_NAMES = [
  'amountToPay',
  'auth',
  'creditsUsed',
  'customerID',
  'customer_id',
  'idfb',
  'otpVerified',
  'price',
  'total',
] as const;

/** Of `/transactions`: which kind it is follows from the call. */
const TRANSACTION_NAMES = ['type'] as const;

/** Of every sign-in form; an admin is never kept signed in. */
const SIGN_IN_NAMES = ['staySignedIn'] as const;

/** What Facebook's button hands over besides its token, and what only Facebook itself is believed about. */
export const FACEBOOK_NAMES = [
  'data_access_expiration_time',
  'email',
  'expiresIn',
  'fullname',
  'graphDomain',
  'id',
  'idfb',
  'name',
  'reauthorize_required_in',
  'signedRequest',
  'status',
] as const;

export const IGNORED_NAMES = [
  ...UNTRUSTED_NAMES,
  ...TRANSACTION_NAMES,
  ...SIGN_IN_NAMES,
  ...FACEBOOK_NAMES,
] as const;
export type IgnoredName = (typeof IGNORED_NAMES)[number];
