import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { listHistory } from './list-history.ts';

export function routes(api: Api): void {
  handle(api, calls.listHistory, ({ ctx, params }) => listHistory(ctx, params.id));
}
