import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { addReview } from './add-review.ts';
import { readChecklist, tickChecklist } from './checklist.ts';
import { finishVisit, startVisit } from './clock.ts';
import { sayOnTheWay } from './on-the-way.ts';
import { undoFinish } from './undo-finish.ts';

export function routes(api: Api): void {
  handle(api, calls.sayOnTheWay, async ({ ctx, params, body }) =>
    sayOnTheWay(ctx, params.id, body.cleanerID),
  );
  handle(api, calls.startJob, async ({ ctx, params, body }) => startVisit(ctx, params.id, body));
  handle(api, calls.finishJob, async ({ ctx, params, body }) => finishVisit(ctx, params.id, body));
  handle(api, calls.undoFinishJob, async ({ ctx, params, body }) => undoFinish(ctx, params.id, body));
  handle(api, calls.getJobChecklist, async ({ ctx, params }) => readChecklist(ctx, params.id));
  handle(api, calls.updateJobChecklist, async ({ ctx, params, body }) => tickChecklist(ctx, params.id, body));
  handle(api, calls.addReview, async ({ ctx, params, body }) => addReview(ctx, params.id, body));
}
