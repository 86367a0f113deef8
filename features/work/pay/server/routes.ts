import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { approveSheet, lockSheet, reopenSheet } from './change-sheet.ts';
import { addExtra, removeExtra } from './extras.ts';
import {
  listDifferences,
  listHours,
  listHoursOfCleaner,
  listPayLines,
  listPayOfCleaners,
} from './list-hours.ts';
import { listRates, saveRate } from './rates.ts';
import { listSheets, readSheet } from './read-sheet.ts';

export function routes(api: Api): void {
  handle(api, calls.listHours, ({ ctx, query }) => listHours(ctx, query));
  handle(api, calls.listHoursOfCleaner, ({ ctx, params, query }) =>
    listHoursOfCleaner(ctx, params.id, query),
  );
  handle(api, calls.listSheets, ({ ctx }) => listSheets(ctx));
  handle(api, calls.getSheet, ({ ctx, params }) => readSheet(ctx, params.month));
  handle(api, calls.listPayOfCleaners, ({ ctx, params, query }) =>
    listPayOfCleaners(ctx, params.month, query),
  );
  handle(api, calls.listPayLines, ({ ctx, params, query }) => listPayLines(ctx, params.month, query));
  handle(api, calls.listDifferences, ({ ctx, params }) => listDifferences(ctx, params.month));
  handle(api, calls.approveSheet, ({ ctx, params, body }) => approveSheet(ctx, params.month, body));
  handle(api, calls.reopenSheet, ({ ctx, params, body }) => reopenSheet(ctx, params.month, body));
  handle(api, calls.lockSheet, ({ ctx, params }) => lockSheet(ctx, params.month));
  handle(api, calls.addExtra, ({ ctx, body }) => addExtra(ctx, body));
  handle(api, calls.removeExtra, ({ ctx, params }) => removeExtra(ctx, params.id));
  handle(api, calls.listRates, ({ ctx, query }) => listRates(ctx, query));
  handle(api, calls.saveRate, ({ ctx, body }) => saveRate(ctx, body));
}
