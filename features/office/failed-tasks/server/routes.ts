import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { dropTask, listFailedTasks, retryTask } from './failed-tasks.ts';

export function routes(api: Api): void {
  handle(api, calls.listFailedTasks, ({ ctx }) => listFailedTasks(ctx));
  handle(api, calls.retryTask, ({ ctx, params }) => retryTask(ctx, params.number));
  handle(api, calls.dropTask, ({ ctx, params }) => dropTask(ctx, params.number));
}
