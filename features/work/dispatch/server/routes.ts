import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { acceptPlan, undoPlan } from './accept-plan.ts';
import { getPlan, listPlans, startPlan, stopPlan } from './start-plan.ts';

export function routes(api: Api): void {
  handle(api, calls.startPlan, ({ ctx, body }) => startPlan(ctx, body));
  handle(api, calls.listPlans, ({ ctx, query }) => listPlans(ctx, query.day));
  handle(api, calls.getPlan, ({ ctx, params }) => getPlan(ctx, params.id));
  handle(api, calls.stopPlan, ({ ctx, params }) => stopPlan(ctx, params.id));
  handle(api, calls.acceptPlan, ({ ctx, params, body }) => acceptPlan(ctx, params.id, body.jobIDs));
  handle(api, calls.undoPlan, ({ ctx, params }) => undoPlan(ctx, params.id));
}
