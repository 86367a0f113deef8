/** The pages of a customer's account. Those of higher-level features are referenced by URL only. */
export const ACCOUNT = '/dashboard/account';
export const CLOSE = '/dashboard/account/close';
export const CARD = '/dashboard/account/card';
export const PAYMENTS = '/dashboard/account/payment-history';
export const CALENDAR = '/dashboard/account/calendar';
export const HOURS = '/dashboard/credits';
export const GIFTS = '/dashboard/credits/send-receive';
export const bookingPath = (id: string) => `/dashboard/bookings/${id}`;
