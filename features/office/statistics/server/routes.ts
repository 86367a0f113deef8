import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { readCustomers } from './read-customers.ts';
import { readHoursOwed } from './read-hours-owed.ts';
import { readMoney } from './read-money.ts';
import { readVisits } from './read-visits.ts';

export function routes(api: Api): void {
  handle(api, calls.readMoneyStatistics, ({ ctx, query }) => readMoney(ctx, query));
  handle(api, calls.readVisitStatistics, ({ ctx, query }) => readVisits(ctx, query));
  handle(api, calls.readCustomerStatistics, ({ ctx, query }) => readCustomers(ctx, query));
  handle(api, calls.readHoursOwed, ({ ctx, query }) => readHoursOwed(ctx, query));
}
