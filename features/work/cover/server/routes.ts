import { refuse } from '#platform/kernel/refusal.ts';
import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as absences from '../contract/absences.ts';
import * as timeOff from '../contract/time-off-requests.ts';
import * as calls from '../contract.ts';
import { reportAbsence, showOwnAbsence, withdrawAbsence } from './absence-record.ts';
import { showCover } from './cover-record.ts';
import { planCover } from './plan-cover.ts';
import { chooseForVisit, readVisitChoice, startCover } from './start-cover.ts';
import {
  acceptRequest,
  declineRequest,
  listOwnRequests,
  requestTimeOff,
  withdrawRequest,
} from './time-off-requests.ts';
import { undoCover } from './undo-cover.ts';

export function routes(api: Api): void {
  handle(api, calls.planCover, ({ ctx, query }) => planCover(ctx, query));
  handle(api, calls.startCover, ({ ctx, body }) => startCover(ctx, body));
  handle(api, calls.readCover, async ({ ctx, params }) => {
    return (await showCover(ctx, params.id)) ?? refuse('not_found');
  });
  handle(api, calls.undoCover, ({ ctx, params }) => undoCover(ctx, params.id));
  handle(api, absences.readOwnAbsence, ({ ctx }) => showOwnAbsence(ctx, ctx.actor.id));
  handle(api, absences.reportAbsence, ({ ctx, body }) => reportAbsence(ctx, body));
  handle(api, absences.withdrawAbsence, ({ ctx }) => withdrawAbsence(ctx));
  handle(api, timeOff.listOwnTimeOffRequests, ({ ctx }) => listOwnRequests(ctx));
  handle(api, timeOff.requestTimeOff, ({ ctx, body }) => requestTimeOff(ctx, body));
  handle(api, timeOff.withdrawTimeOffRequest, ({ ctx, params }) => withdrawRequest(ctx, params.id));
  handle(api, timeOff.acceptTimeOffRequest, ({ ctx, params, body }) =>
    acceptRequest(ctx, params.id, body.visits),
  );
  handle(api, timeOff.declineTimeOffRequest, ({ ctx, params }) => declineRequest(ctx, params.id));
  handle(api, calls.readVisitChoice, ({ ctx, body }) => readVisitChoice(ctx, body.token));
  handle(api, calls.chooseForVisit, ({ ctx, body }) => chooseForVisit(ctx, body.token, body.choice));
}
