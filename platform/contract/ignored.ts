/**
 * The only fields that a route may ignore in a body, listed per route: what existing clients routinely send and the
 * server decides itself. Any other unknown field is a 422.
 */

/** Sent with bookings, payments and people, and never trusted. */
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

/** For `/transactions`: the route determines the type. */
const TRANSACTION_NAMES = ['type'] as const;

/** Figures that the list of customers adds to each row. They change by themselves. */
export const CUSTOMER_ROW_NAMES = ['activity'] as const;

/** For every sign-in form; an admin is never kept signed in. */
const SIGN_IN_NAMES = ['staySignedIn'] as const;

/** Sent by Facebook's button besides its token; only Facebook's API is trusted for these. */
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
  ...CUSTOMER_ROW_NAMES,
  ...UNTRUSTED_NAMES,
  ...TRANSACTION_NAMES,
  ...SIGN_IN_NAMES,
  ...FACEBOOK_NAMES,
] as const;
export type IgnoredName = (typeof IGNORED_NAMES)[number];
