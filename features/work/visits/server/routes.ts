import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as dayCalls from '../contract/visit-day.ts';
import * as calls from '../contract.ts';
import { readChecklist, tickChecklist } from './checklist.ts';
import { finishVisit, setOut, startVisit, undoFinish } from './clock.ts';
import { correctHours } from './correct-hours.ts';
import { addPhoto, removePhoto } from './photos.ts';
import { reportRefusedAction, resolveRefusedActions } from './refused-actions.ts';
import { answerCame, confirmTookPlace, refundNobodyCame } from './unclocked.ts';
import { addReview, readVisitRecord } from './visit-record.ts';

export function routes(api: Api): void {
  handle(api, calls.startJob, async ({ ctx, params, body }) => startVisit(ctx, params.id, body));
  handle(api, calls.finishJob, async ({ ctx, params, body }) => finishVisit(ctx, params.id, body));
  handle(api, calls.undoFinishJob, async ({ ctx, params, body }) => undoFinish(ctx, params.id, body));
  handle(api, calls.getJobChecklist, async ({ ctx, params }) => readChecklist(ctx, params.id));
  handle(api, calls.updateJobChecklist, async ({ ctx, params, body }) => tickChecklist(ctx, params.id, body));
  handle(api, dayCalls.getVisitRecord, async ({ ctx, params }) => readVisitRecord(ctx, params.id));
  handle(api, dayCalls.correctHours, async ({ ctx, params, body }) => correctHours(ctx, params.id, body));
  handle(api, dayCalls.reportRefused, async ({ ctx, params, body }) =>
    reportRefusedAction(ctx, params.id, body),
  );
  handle(api, dayCalls.resolveRefused, async ({ ctx, params, body }) =>
    resolveRefusedActions(ctx, params.id, body),
  );
  handle(api, dayCalls.onTheWay, async ({ ctx, params, body }) => setOut(ctx, params.id, body));
  handle(api, dayCalls.addVisitPhoto, async ({ ctx, params, body }) => addPhoto(ctx, params.id, body));
  handle(api, dayCalls.removeVisitPhoto, async ({ ctx, params, body }) => removePhoto(ctx, params.id, body));
  handle(api, calls.answerCame, async ({ ctx, params, body }) => answerCame(ctx, params.id, body.came));
  handle(api, calls.confirmTookPlace, async ({ ctx, params }) => confirmTookPlace(ctx, params.id));
  handle(api, calls.refundNobodyCame, async ({ ctx, params }) => refundNobodyCame(ctx, params.id));
  handle(api, calls.addReview, async ({ ctx, params, body }) => addReview(ctx, params.id, body));
}
