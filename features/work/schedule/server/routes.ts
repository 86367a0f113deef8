import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { limitCostlyCall } from '#platform/server/limit-costly-calls.ts';
import * as blocks from '../contract/blocks.ts';
import * as holidays from '../contract/holidays.ts';
import * as suggestions from '../contract/suggestions.ts';
import * as calls from '../contract.ts';
import { createBlocks, listBlocks, removeBlock } from './blocks.ts';
import { addHoliday, listHolidays, removeHoliday, updateHoliday } from './holidays.ts';
import { listAvailable } from './list-available.ts';
import { listTimes } from './list-times.ts';
import { suggestCleaners } from './suggest-cleaners.ts';
import { addSentTimeOff, removeTimeOff } from './time-off-of-cleaner.ts';
import { unavailableByMonth, unavailableDates } from './unavailable-dates.ts';

/** A booking page polls 4 times a minute while it is open, and sends one request for each month viewed. */
const FREE_TIMES = { name: 'free-times', most: 300, per: Temporal.Duration.from({ minutes: 1 }) };

export function routes(api: Api): void {
  handle(api, calls.listAvailable, async ({ ctx, query }) => listAvailable(ctx, query));
  handle(
    api,
    calls.listTimeAvailable,
    async ({ ctx, query }) => (await limitCostlyCall(ctx, FREE_TIMES)) ?? listTimes(ctx, query),
  );
  handle(api, calls.listUnavailableDates, ({ ctx, query }) => unavailableDates(ctx, query));
  handle(api, calls.listUnavailableByMonth, ({ ctx, query }) => unavailableByMonth(ctx, query));
  handle(api, calls.addTimeOff, async ({ ctx, params, body }) => addSentTimeOff(ctx, params.id, body));
  handle(api, calls.removeTimeOff, ({ ctx, params }) => removeTimeOff(ctx, params.id, params.timeOffID));
  handle(api, holidays.listHolidays, ({ ctx, query }) => listHolidays(ctx, query));
  handle(api, holidays.addHoliday, ({ ctx, body }) => addHoliday(ctx, body));
  handle(api, holidays.updateHoliday, ({ ctx, params, body }) => updateHoliday(ctx, params.day, body));
  handle(api, holidays.removeHoliday, ({ ctx, params }) => removeHoliday(ctx, params.day));
  handle(api, suggestions.suggestCleaners, ({ ctx, query }) => suggestCleaners(ctx, query));
  handle(api, blocks.listBlocks, ({ ctx, query }) => listBlocks(ctx, query));
  handle(api, blocks.createBlocks, ({ ctx, body }) => createBlocks(ctx, body));
  handle(api, blocks.removeBlock, ({ ctx, params }) => removeBlock(ctx, params.id));
}
