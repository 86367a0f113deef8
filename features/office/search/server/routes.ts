import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { searchOffice } from './search-office.ts';

export function routes(api: Api): void {
  handle(api, calls.searchOffice, ({ ctx, query }) => searchOffice(ctx, query.q));
}
