import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { countForOffice } from './count-for-office.ts';
import { readFigures } from './read-figures.ts';
import { readOverview } from './read-overview.ts';

export function routes(api: Api): void {
  handle(api, calls.officeCounts, ({ ctx }) => countForOffice(ctx));
  handle(api, calls.readOverview, ({ ctx, query }) => readOverview(ctx, query));
  handle(api, calls.readFigures, ({ ctx }) => readFigures(ctx));
}
