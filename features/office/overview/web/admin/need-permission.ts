import { takePayment } from '#features/booking/checkout/rules/policy.ts';
import { resendMessage } from '#features/messages/messages/rules/policy.ts';
import { changeTransaction } from '#features/money/payments/rules/policy.ts';
import { seeCustomer } from '#features/people/customers/rules/policy.ts';
import { changeApplication } from '#features/site/applications/rules/policy.ts';
import { changeRequest } from '#features/site/contact-requests/rules/policy.ts';
import { answerThreads } from '#features/work/conversations/rules/policy.ts';
import { coverVisits } from '#features/work/cover/rules/policy.ts';
import { changeJob, chooseCrew } from '#features/work/jobs/rules/policy.ts';
import { decideReview } from '#features/work/reviews/rules/policy.ts';
import { manageTimeOff } from '#features/work/schedule/rules/policy.ts';
import { clockForOthers } from '#features/work/visits/rules/policy.ts';
import type { Action } from '#platform/kernel/policy.ts';
import type { NeedKind } from '../../rules/urgency.ts';

/** Who may do what ends a need. Everyone else sees the need without its button. */
export const NEED_PERMISSION: Readonly<Record<NeedKind, Action>> = {
  'no-crew': chooseCrew,
  'cannot-come': coverVisits,
  'time-off': manageTimeOff,
  away: chooseCrew,
  late: clockForOthers,
  'not-finished': clockForOthers,
  'said-no': clockForOthers,
  'lost-work': clockForOthers,
  unpaid: takePayment,
  'payment-problem': changeTransaction,
  message: answerThreads,
  'contact-request': changeRequest,
  application: changeApplication,
  review: decideReview,
  undelivered: resendMessage,
  'series-ending': changeJob,
  'card-expiring': seeCustomer,
  'hours-expiring': changeJob,
};
