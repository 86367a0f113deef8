import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { countForOffice } from './count-for-office.ts';
import { putOff } from './put-off.ts';
import { readFigures } from './read-figures.ts';
import { readOverview } from './read-overview.ts';

export function routes(api: Api): void {
  handle(api, calls.officeCounts, ({ ctx }) => countForOffice(ctx));
  handle(api, calls.readOverview, ({ ctx, query }) => readOverview(ctx, query));
  handle(api, calls.putOffNeeds, ({ ctx, body }) => putOff(ctx, body));
  handle(api, calls.readFigures, ({ ctx }) => readFigures(ctx));
}
