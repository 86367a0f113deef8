import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { listUnanswered } from './list-unanswered.ts';
import { readThread, resolveThread, unsendMessage, writeMessage } from './write-message.ts';

export function routes(api: Api): void {
  handle(api, calls.readThread, ({ ctx, params }) => readThread(ctx, params.id));
  handle(api, calls.writeMessage, ({ ctx, params, body }) => writeMessage(ctx, params.id, body.text));
  handle(api, calls.unsendMessage, ({ ctx, params }) => unsendMessage(ctx, params));
  handle(api, calls.resolveThread, ({ ctx, params }) => resolveThread(ctx, params.id));
  handle(api, calls.listUnanswered, ({ ctx, query }) => listUnanswered(ctx, query));
}
