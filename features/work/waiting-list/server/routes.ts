import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { listEntries } from './entries.ts';
import { joinList, leaveList, rejoinList } from './join-list.ts';

export function routes(api: Api): void {
  handle(api, calls.joinWaitingList, ({ ctx, body }) => joinList(ctx, body));
  handle(api, calls.listWaitingList, ({ ctx, query }) => listEntries(ctx, query));
  handle(api, calls.rejoinWaitingList, ({ ctx, params }) => rejoinList(ctx, params.id));
  handle(api, calls.leaveWaitingList, ({ ctx, params }) => leaveList(ctx, params.id));
}
