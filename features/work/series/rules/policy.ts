import { DISPATCHERS, defineAction } from '#platform/kernel/policy.ts';

/** By the terms of each of its visits. */
export const cancelSeries = defineAction('cancel visits of a series', {
  admin: 'dispatchers',
  customer: 'customer',
});
export const moveSeries = defineAction('move visits of a series', {
  admin: 'dispatchers',
  customer: 'customer',
});
export const changeSeries = defineAction('pause, change or end a series without an end', {
  admin: 'dispatchers',
  customer: 'customer',
});
export const undoSeriesMove = defineAction('undo a move of several visits', DISPATCHERS);
export const seeRenewals = defineAction('see which series end soon', { customer: 'customer' });
export const offerRenewals = defineAction('offer customers to go on with their series', DISPATCHERS);
export const declineRenewal = defineAction('decline to go on with a series', { customer: 'customer' });
