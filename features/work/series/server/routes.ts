import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { cancelFollowing, previewCancelFollowing } from './cancel-following.ts';
import {
  changePattern,
  pauseSeries,
  previewPattern,
  previewPause,
  readSeries,
  stopSeries,
} from './change-series.ts';
import { moveFollowing, previewMoveFollowing } from './move-following.ts';
import { declineRenewal, listRenewals, offerByOffice } from './renewals.ts';
import { answerSeriesQuestion } from './series-questions.ts';
import { undoMove } from './undo-move.ts';

export function routes(api: Api): void {
  handle(api, calls.previewFollowingCancellation, ({ ctx, params, query }) =>
    previewCancelFollowing(ctx, params.id, query.onBehalfOf),
  );
  handle(api, calls.cancelFollowing, ({ ctx, params, body }) => cancelFollowing(ctx, params.id, body));
  handle(api, calls.previewFollowingMove, ({ ctx, params, body }) =>
    previewMoveFollowing(ctx, params.id, body),
  );
  handle(api, calls.moveFollowing, ({ ctx, params, body }) => moveFollowing(ctx, params.id, body));
  handle(api, calls.undoSeriesMove, ({ ctx, params }) => undoMove(ctx, params.id));
  handle(api, calls.listRenewals, ({ ctx }) => listRenewals(ctx));
  handle(api, calls.offerRenewals, ({ ctx, body }) => offerByOffice(ctx, body.seriesIDs));
  handle(api, calls.declineRenewal, ({ ctx, params }) => declineRenewal(ctx, params.id));
  handle(api, calls.getSeries, ({ ctx, params }) => readSeries(ctx, params.id));
  handle(api, calls.previewPause, ({ ctx, params, body }) => previewPause(ctx, params.id, body));
  handle(api, calls.pauseSeries, ({ ctx, params, body }) => pauseSeries(ctx, params.id, body));
  handle(api, calls.previewPattern, ({ ctx, params, body }) => previewPattern(ctx, params.id, body));
  handle(api, calls.changePattern, ({ ctx, params, body }) => changePattern(ctx, params.id, body));
  handle(api, calls.stopSeries, ({ ctx, params }) => stopSeries(ctx, params.id));
  handle(api, calls.answerQuestion, ({ ctx, params, body }) => answerSeriesQuestion(ctx, params.id, body));
}
