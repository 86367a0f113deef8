import { DISPATCHERS, defineAction } from '#platform/kernel/policy.ts';

export const coverVisits = defineAction('cover the visits of a cleaner who cannot come', DISPATCHERS);
/** Anyone with the link that was sent to the customer. */
export const chooseByLink = defineAction('choose what happens to a visit that nobody can do', {
  anyone: 'any',
  customer: 'any',
});
/** Only for themselves. */
export const reportAbsence = defineAction('report that one cannot come', { cleaner: 'cleaner' });
export const requestTimeOff = defineAction('ask for time off', { cleaner: 'cleaner' });
