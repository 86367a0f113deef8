import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { cancelFollowing, previewCancelFollowing } from './cancel-following.ts';
import { moveFollowing, previewMoveFollowing } from './move-following.ts';
import { declineRenewal, listRenewals, offerByOffice } from './renewals.ts';
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
}
