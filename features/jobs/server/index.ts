import type { Feature } from '#platform/server/feature.ts';
import { sweepHolds } from './holds/stale-holds.ts';
import { countPendingJobs } from './lists/pending-jobs.ts';
import { deleteCalendarEvent, putCalendarEvent } from './notices/calendar.ts';
import { jobLedgerChecks } from './payment/book-checks.ts';
import { jobPayment } from './payment/settle-job.ts';
import { routes } from './routes.ts';

/** What other features may call. */
export { bookJob } from './booking/book-job.ts';
export { updateJob } from './changes/update-job.ts';
export { commitJob } from './payment/commit-job.ts';
export { addReview } from './visits/add-review.ts';
export { tickChecklist } from './visits/checklist.ts';
export { finishVisit, startVisit } from './visits/clock.ts';

/** Jobs: booked, paid, visited, reviewed. */
export const feature: Feature = {
  name: 'jobs',
  routes,
  tasks: {
    'put-calendar-event': (ctx, { jobId }) => putCalendarEvent(ctx, jobId),
    'delete-calendar-event': (ctx, { jobId }) => deleteCalendarEvent(ctx, jobId),
  },
  sweeps: { 'jobs:holds': sweepHolds },
  paymentPurposes: { job: jobPayment },
  ledgerChecks: jobLedgerChecks,
  customerQuestions: { pendingJobs: countPendingJobs },
};
