import type { Feature } from '#platform/server/feature.ts';
import { jobLedgerChecks } from './ledger-checks.ts';
import { countPendingJobs } from './pending-jobs.ts';
import { routes } from './routes.ts';
import { staleHolds, sweepHolds } from './stale-holds.ts';
import { usualCleaners } from './usual-cleaners.ts';
import { visibleJob } from './visible-jobs.ts';

/** What other features may call. */
export { announceEvent } from './announce-event.ts';
export { holdAgain, needOf } from './hold-again.ts';
export { checklistOf } from './job-checklist.ts';
export { toBookingReply } from './job-reply.ts';
export { addressLine, customerName, findJobs, type JobRow, jobRows } from './job-rows.ts';
export { lockJob } from './lock-job.ts';
export { confirmToCustomer, tellCrew } from './notify.ts';
export { readJob } from './read-job.ts';
export { endStaleHoldsOf } from './stale-holds.ts';
export { updateJob } from './update-job.ts';
export { findVisibleJob, visibleJob } from './visible-jobs.ts';

/** Jobs: the record, its states, its changes. */
export const feature: Feature = {
  name: 'jobs',
  routes,
  sweeps: { 'jobs:holds': sweepHolds },
  ledgerChecks: jobLedgerChecks,
  customerQuestions: { pendingJobs: countPendingJobs },
  jobFacts: { staleHolds, usualCleaners, visibleJob },
};
