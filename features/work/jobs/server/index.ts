import type { Feature } from '#platform/server/feature.ts';
import { countPendingJobs } from './attention.ts';
import { visitsAt, visitsOf } from './day-visits.ts';
import { expireOverdueHolds } from './holds.ts';
import { chargePayment } from './job-charges.ts';
import { jobLedgerChecks } from './ledger-checks.ts';
import { notifyInTheMorning, notifyReaders } from './notify-readers.ts';
import { jobData, purgeExpiredJobs } from './personal-data.ts';
import { hasBooked, isOfSeries } from './read-job.ts';
import { routes } from './routes.ts';
import { differencePayment } from './update-and-charge.ts';
import { chargeNewCard } from './visit-charges.ts';

export {
  type AttentionCounts,
  CREW_AHEAD,
  countAttention,
  countUnpaidBookings,
  type Found,
  findLate,
  findNotFinished,
  findSaidNo,
  findUnpaidBookings,
} from './attention.ts';
export {
  cancelJob,
  cancelLockedJob,
  cancellationParty,
  cancelVisits,
  findCancelledFrom,
  findPendingRefunds,
  freeUntil,
  isCancellable,
  outcomeOf,
  outcomesOf,
} from './cancel-job.ts';
export {
  addJobs,
  addSeries,
  changeJob,
  changeLockedJob,
  confirmJobs,
  type JobFields,
  lockJob,
  lockJobs,
  prepareVisit,
  type SeriesVisit,
  saveUnpublishedChange,
} from './change-job.ts';
export { findMissingCrew, type MissingCrew } from './crew.ts';
export {
  countCancelled,
  countVisitsOfCleaners,
  type DayVisit,
  findDayVisits,
  findNextStarts,
  findVisitsOfCleaners,
  findVisitsToHome,
  summariseDay,
  sumVisitHours,
  type TimeRange,
  timesOfOtherVisits,
  timesOfVisitsToHomes,
} from './day-visits.ts';
export { homeOfJob, movableJob } from './decide-update.ts';
export { extraLines, type PricedVisit } from './extra-lines.ts';
export { ensureEachHeld, ensureHeld } from './hold-again.ts';
export {
  endHold,
  expireHolds,
  findHeldJobs,
  findReplacedHold,
  findUnpaidHolds,
  type HoldEnd,
  isBeingPaid,
  isHeld,
  isHeldByOffice,
  isUnheldOfCustomer,
  lockUnpaidHolds,
  openHold,
  type ReplacedHold,
  startPaying,
  stopPaying,
} from './holds.ts';
export {
  type ChargeToPay,
  chargeOfVisitDeclined,
  endCharges,
  findChargesPaidBy,
  findDueCharges,
  findJobOfCharge,
  insertCharge,
  lockCharge,
  lockOwed,
  type OwedCharge,
  payCharges,
  waiveCharge,
} from './job-charges.ts';
export {
  addressLine,
  chargeOf,
  checklistOf,
  customerName,
  findJobs,
  findVisibleJob,
  isVisible,
  type JobRow,
  jobRows,
  toBookingReply,
  toJobReply,
} from './job-rows.ts';
export { lastToldToCustomer } from './notify-readers.ts';
export { hasPaymentAttempt, removeJob } from './personal-data.ts';
export { incomeOf, refundDifference } from './price-changes.ts';
/** The interface for other features. */
export {
  type ChangedVisit,
  eventTask,
  findCancellations,
  findCustomerChanges,
  findNewBookings,
  publishCalendarEvent,
  publishChanges,
} from './publish-changes.ts';
export { readJob, visitToReclean } from './read-job.ts';
export { releaseHold } from './release-hold.ts';
export { addCrews, auditOverride, findFormerCrew, requirementsOf } from './save-crew.ts';
export {
  changeSeries,
  findSeries,
  lockSeries,
  lockSeriesOf,
  type SeriesRow,
} from './series-record.ts';
export { putBackVisit } from './trash-job.ts';
export { changeCrew, changeVisit, renewPaymentRequest } from './update-job.ts';
export {
  aboutJob,
  aboutVisit,
  changeReminder,
  chargeOwed,
  customerOf,
  customerVisit,
  delayFor,
  earliest,
  holdEndingKey,
  inOrder,
  paymentReceivedMail,
  paymentRequest,
  reminderTasks,
  sendPaymentRequest,
  takesPlace,
} from './visit-messages.ts';

export const feature: Feature = {
  name: 'jobs',
  routes,
  tasks: { 'tell-of-changes': notifyReaders },
  cronJobs: {
    'jobs:tell': notifyInTheMorning,
    'jobs:holds': expireOverdueHolds,
    'jobs:purge-expired': purgeExpiredJobs,
  },
  onCardStored: { jobs: chargeNewCard },
  paymentPurposes: { 'job-change': differencePayment, 'job-charge': chargePayment },
  ledgerChecks: jobLedgerChecks,
  jobQueries: { isOfSeries },
  customerJobs: { pendingJobs: countPendingJobs, hasBooked, visitsAt, visitsOf },
  personalData: { jobs: jobData },
};
export {
  chargeWasDeclined,
  confirmEach,
  type DueVisit,
  findDueVisits,
  findUnbilled,
  type Unbilled,
} from './visit-charges.ts';
