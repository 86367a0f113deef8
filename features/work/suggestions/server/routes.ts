import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { suggestCleaners as call } from '../contract.ts';
import { suggestCleaners } from './suggest-cleaners.ts';

export function routes(api: Api): void {
  handle(api, call, ({ ctx, query }) => suggestCleaners(ctx, query));
}
