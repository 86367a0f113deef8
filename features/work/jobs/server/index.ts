import type { Feature } from '#platform/server/feature.ts';
import { hasBooked } from './has-booked.ts';
import { expireOverdueHolds } from './holds.ts';
import { isOfSeries } from './is-of-series.ts';
import { jobLedgerChecks } from './ledger-checks.ts';
import { notifyInTheMorning, notifyReaders } from './notify-readers.ts';
import { countPendingJobs } from './pending-jobs.ts';
import { jobData } from './personal-data.ts';
import { purgeExpiredJobs } from './purge-expired-jobs.ts';
import { routes } from './routes.ts';
import { differencePayment } from './update-and-charge.ts';
import { visitsAt, visitsOf } from './visits-at.ts';

export {
  type AttentionCounts,
  CREW_AHEAD,
  countAttention,
  type Found,
  findLate,
  findNotFinished,
  findSaidNo,
} from './attention-counts.ts';
export { auditOverride } from './audit-override.ts';
export { cancelJob, cancelLockedJob, freeUntil } from './cancel-job.ts';
export {
  cancellationParty,
  cancelVisits,
  findPendingRefunds,
  isCancellable,
  outcomeOf,
} from './cancel-visits.ts';
export { findCancelledFrom } from './cancellation-record.ts';
export {
  addJobs,
  addSeries,
  changeJob,
  changeLockedJob,
  type JobFields,
  lockJob,
  lockJobs,
  saveUnpublishedChange,
} from './change-job.ts';
export { confirmJobs } from './confirm-jobs.ts';
export {
  countCancelled,
  type DayVisit,
  findDayVisits,
  findNextStarts,
  summariseDay,
  sumVisitHours,
  type TimeRange,
} from './day-visits.ts';
export { ensureEachHeld, ensureHeld } from './hold-again.ts';
export {
  endHold,
  expireHolds,
  findHeldJobs,
  findReplacedHold,
  type HoldEnd,
  isBeingPaid,
  isHeld,
  openHold,
  type ReplacedHold,
  startPaying,
  stopPaying,
} from './holds.ts';
export { checklistOf } from './job-checklist.ts';
export { findCancellations, findCustomerChanges, findNewBookings } from './job-news.ts';
export { toBookingReply, toJobReply } from './job-reply.ts';
export { addressLine, customerName, findJobs, type JobRow, jobRows } from './job-rows.ts';
export { findMissingCrew, type MissingCrew } from './lacks-crew.ts';
export { lastToldToCustomer } from './notify-readers.ts';
/** The interface for other features. */
export { publishCalendarEvent } from './publish-calendar-event.ts';
export { type ChangedVisit, publishChanges } from './publish-changes.ts';
export { putBackVisit } from './put-back-visit.ts';
export { readJob } from './read-job.ts';
export { visitToReclean } from './recleans.ts';
export { incomeOf } from './reductions.ts';
export { releaseHold } from './release-hold.ts';
export { homeOfJob } from './resolve-update.ts';
export { addCrews, findFormerCrew } from './save-crew.ts';
export { countUnpaidBookings, findUnpaidBookings } from './unpaid-bookings.ts';
export { findUnpaidHolds, isUnheldOfCustomer, lockUnpaidHolds } from './unpaid-holds.ts';
export { updateJob } from './update-job.ts';
export { findVisibleJob, isVisible } from './visible-jobs.ts';
export {
  aboutJob,
  aboutVisit,
  changeReminder,
  customerOf,
  customerVisit,
  delayFor,
  earliest,
  holdEndingKey,
  inOrder,
  isToday,
  paymentReceivedMail,
  paymentRequest,
  reminderTasks,
  sendPaymentRequest,
  takesPlace,
} from './visit-messages.ts';
export { requirementsOf } from './visit-requirements.ts';
export { countVisitsOfCleaners, findVisitsOfCleaners } from './visits-at.ts';
export { findVisitsToHome, timesOfOtherVisits } from './visits-to-home.ts';

export const feature: Feature = {
  name: 'jobs',
  routes,
  tasks: { 'tell-of-changes': notifyReaders },
  cronJobs: {
    'jobs:tell': notifyInTheMorning,
    'jobs:holds': expireOverdueHolds,
    'jobs:purge-expired': purgeExpiredJobs,
  },
  paymentPurposes: { 'job-change': differencePayment },
  ledgerChecks: jobLedgerChecks,
  jobQueries: { isOfSeries },
  customerJobs: { pendingJobs: countPendingJobs, hasBooked, visitsAt, visitsOf },
  personalData: { jobs: jobData },
};
