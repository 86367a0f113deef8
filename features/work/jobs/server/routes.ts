import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { listHistory as listHistoryCall } from '../contract/history.ts';
import { readJobStatistics as statisticsCall } from '../contract/statistics.ts';
import * as calls from '../contract.ts';
import { cancelJob, previewCancellationOf } from './cancel-job.ts';
import { listHistory, listJobs, totalJobs } from './list-jobs.ts';
import { readJob } from './read-job.ts';
import { readJobStatistics } from './read-statistics.ts';
import { releaseHold } from './release-hold.ts';
import { trashJob, untrashJob } from './trash-job.ts';
import { updateAndCharge } from './update-and-charge.ts';
import { previewUpdate, updateJob } from './update-job.ts';

export function routes(api: Api): void {
  handle(api, calls.listJobs, async ({ ctx, query }) => listJobs(ctx, query));
  handle(api, calls.totalJobs, ({ ctx, query }) => totalJobs(ctx, query));
  handle(api, statisticsCall, ({ ctx, query }) => readJobStatistics(ctx, query));
  handle(api, calls.getJob, async ({ ctx, params }) => readJob(ctx, params.id));
  handle(api, listHistoryCall, ({ ctx, params }) => listHistory(ctx, params.id));
  handle(api, calls.updateJob, async ({ ctx, params, body }) => updateJob(ctx, params.id, body));
  handle(api, calls.previewUpdate, ({ ctx, params, body }) => previewUpdate(ctx, params.id, body));
  handle(api, calls.updateAndCharge, ({ ctx, params, body }) => updateAndCharge(ctx, params.id, body));
  handle(api, calls.previewCancellation, ({ ctx, params, query }) =>
    previewCancellationOf(ctx, params.id, query.onBehalfOf),
  );
  handle(api, calls.cancelJob, ({ ctx, params, body }) => cancelJob(ctx, params.id, body));
  handle(api, calls.releaseHold, ({ ctx, params }) => releaseHold(ctx, params.id));
  handle(api, calls.trashJob, async ({ ctx, params }) => trashJob(ctx, params.id));
  handle(api, calls.untrashJob, async ({ ctx, params }) => untrashJob(ctx, params.id));
}
