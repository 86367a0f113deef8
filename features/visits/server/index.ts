import { answerPaidJobs } from '#features/booking/server/index.ts';
import type { Feature } from '#platform/server/feature.ts';
import { freezeChecklist } from './checklist.ts';
import { routes } from './routes.ts';

/** What other features may call. */
export { addReview } from './add-review.ts';
export { tickChecklist } from './checklist.ts';
export { finishVisit, startVisit } from './clock.ts';

answerPaidJobs(freezeChecklist);

/** Visits: the day itself. Clock, checklist, review. */
export const feature: Feature = { name: 'visits', routes };
