import { isRefusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as slots from '../contract/slots.ts';
import * as visits from '../contract/visits.ts';
import * as jobs from '../contract.ts';
import { bookJob } from './booking/book-job.ts';
import { quoteJob } from './booking/quote-job.ts';
import type { BookingBody } from './booking/wish.ts';
import { trashJob, untrashJob } from './changes/trash-job.ts';
import { updateJob } from './changes/update-job.ts';
import { usePromocode } from './changes/use-promocode.ts';
import { toBookingReply } from './lists/job-reply.ts';
import { findJobs } from './lists/job-rows.ts';
import { listJobs } from './lists/list-jobs.ts';
import { readJob } from './lists/read-job.ts';
import { queueEvent } from './notices/calendar.ts';
import { commitJob } from './payment/commit-job.ts';
import { confirmJobAdmin } from './payment/confirm-job-admin.ts';
import { listCleaners } from './slots/list-cleaners.ts';
import { listTimes } from './slots/list-times.ts';
import { addReview } from './visits/add-review.ts';
import { readChecklist, tickChecklist } from './visits/checklist.ts';
import { finishVisit, startVisit } from './visits/clock.ts';

export function routes(api: Api): void {
  bookingRoutes(api);
  visitRoutes(api);
}

function bookingRoutes(api: Api): void {
  handle(api, jobs.quoteJob, async ({ ctx, body }) => {
    const ofOffice = ctx.actor.role === 'admin' ? (body.customerID ?? null) : null;
    return quoteJob(ctx, body, ctx.actor.role === 'customer' ? ctx.actor.id : ofOffice);
  });
  handle(api, jobs.createJob, async ({ ctx, body }) => book(ctx, body, ctx.actor.id));
  handle(api, jobs.createJobForCustomer, async ({ ctx, body }) => book(ctx, body, body.customerID));
  handle(api, jobs.listJobs, async ({ ctx, query }) => listJobs(ctx, query));
  handle(api, jobs.getJob, async ({ ctx, params }) => readJob(ctx, params.id));
  handle(api, jobs.updateJob, async ({ ctx, params, body }) => updateJob(ctx, params.id, body));
  handle(api, jobs.updateJobPromocode, async ({ ctx, params, body }) =>
    usePromocode(ctx, params.id, body.promocode),
  );
  handle(api, jobs.commitJob, async ({ ctx, params, body }) => commitJob(ctx, params.id, body));
  handle(api, jobs.confirmJobAdmin, async ({ ctx, body }) => confirmJobAdmin(ctx, body));
  handle(api, jobs.trashJob, async ({ ctx, params }) => trashJob(ctx, params.id));
  handle(api, jobs.untrashJob, async ({ ctx, params }) => untrashJob(ctx, params.id));
  handle(api, slots.listAvailable, async ({ ctx, query }) => listCleaners(ctx, query));
  handle(api, slots.listTimeAvailable, async ({ ctx, query }) => listTimes(ctx, query));
}

function visitRoutes(api: Api): void {
  handle(api, visits.startJob, async ({ ctx, params, body }) => startVisit(ctx, params.id, body));
  handle(api, visits.finishJob, async ({ ctx, params, body }) => finishVisit(ctx, params.id, body));
  handle(api, visits.getJobChecklist, async ({ ctx, params }) => readChecklist(ctx, params.id));
  handle(api, visits.updateJobChecklist, async ({ ctx, params, body }) =>
    tickChecklist(ctx, params.id, body),
  );
  handle(api, visits.addReview, async ({ ctx, params, body }) => addReview(ctx, params.id, body));
  handle(api, visits.createCalendarEvent, async ({ ctx, body }) => queue(ctx, body, 'put'));
  handle(api, visits.deleteCalendarEvent, async ({ ctx, body }) => queue(ctx, body, 'delete'));
}

async function book(ctx: Context, body: BookingBody, customerId: string) {
  const booked = await bookJob(ctx, body, customerId);
  return isRefusal(booked) ? booked : toBookingReply(ctx, await findJobs(ctx, booked));
}

async function queue(
  ctx: Context,
  body: { readonly jobId?: string | undefined; readonly jobID?: string | undefined },
  act: 'put' | 'delete',
) {
  const id = body.jobId ?? body.jobID;
  return id === undefined ? refuse('not_found') : queueEvent(ctx, id, act);
}
