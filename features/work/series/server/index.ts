import type { Feature } from '#platform/server/feature.ts';
import { addDueVisits } from './add-visits.ts';
import { offerRenewals } from './renewals.ts';
import { routes } from './routes.ts';
import { answerOverdue } from './series-questions.ts';

export { endInvoicedSeries } from './add-visits.ts';
export { findEndingSeries } from './renewals.ts';
export { findOpenQuestions } from './series-questions.ts';

/** A series after booking: changes to several of its visits at once. */
export const feature: Feature = {
  name: 'series',
  routes,
  cronJobs: {
    'series:renewals': offerRenewals,
    'series:add-visits': addDueVisits,
    'series:questions': answerOverdue,
  },
};
