import { refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { queueEvent } from './calendar-event.ts';
import { endFeed, makeFeed, readFeedState } from './feeds.ts';
import { serveFeeds } from './serve-feeds.ts';

export function routes(api: Api): void {
  handle(api, calls.createCalendarEvent, async ({ ctx, body }) => queue(ctx, body, 'put'));
  handle(api, calls.deleteCalendarEvent, async ({ ctx, body }) => queue(ctx, body, 'delete'));
  handle(api, calls.getCalendarFeed, async ({ ctx }) => readFeedState(ctx));
  handle(api, calls.makeCalendarFeed, async ({ ctx }) => makeFeed(ctx));
  handle(api, calls.endCalendarFeed, async ({ ctx }) => endFeed(ctx));
  serveFeeds(api);
}

async function queue(
  ctx: Context,
  body: { readonly jobID?: string | undefined; readonly jobID?: string | undefined },
  act: 'put' | 'delete',
) {
  const id = body.jobID ?? body.jobID;
  return id === undefined ? refuse('not_found') : queueEvent(ctx, id, act);
}
