import { countUndelivered } from '#features/messages/messages/server/index.ts';
import { countOpenAlarms } from '#features/money/payments/server/index.ts';
import { countNewApplications } from '#features/site/applications/server/index.ts';
import { countNewRequests } from '#features/site/contact-requests/server/index.ts';
import { countUnanswered } from '#features/work/conversations/server/index.ts';
import { countAttention, countUnpaidBookings } from '#features/work/jobs/server/index.ts';
import { countWaitingReviews } from '#features/work/reviews/server/index.ts';
import type { ReplyOf } from '#platform/contract/call.ts';
import type { Context } from '#platform/server/context.ts';
import { countDeadTasks } from '#platform/server/dead-tasks.ts';
import type { officeCounts } from '../contract.ts';

/** How many things wait for the office now, each counted by the feature that lists them. */
export async function countForOffice(ctx: Context): Promise<ReplyOf<typeof officeCounts>> {
  return {
    ...(await countAttention(ctx)),
    unpaid: await countUnpaidBookings(ctx),
    paymentProblems: await countOpenAlarms(ctx),
    messages: await countUnanswered(ctx),
    contactRequests: await countNewRequests(ctx),
    applications: await countNewApplications(ctx),
    reviews: await countWaitingReviews(ctx),
    undelivered: await countUndelivered(ctx),
    failedTasks: await countDeadTasks(ctx),
  };
}
