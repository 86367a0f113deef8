import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { readDayBoard } from './read-day-board.ts';
import { readWeekBoard } from './read-week-board.ts';

export function routes(api: Api): void {
  handle(api, calls.readDayBoard, ({ ctx, query }) => readDayBoard(ctx, query));
  handle(api, calls.readWeekBoard, ({ ctx, query }) => readWeekBoard(ctx, query));
}
