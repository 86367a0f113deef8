import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { cancelExport, downloadExport, listExports, startExport } from './exports.ts';

export function routes(api: Api): void {
  handle(api, calls.listExports, ({ ctx }) => listExports(ctx));
  handle(api, calls.startExport, ({ ctx }) => startExport(ctx));
  handle(api, calls.cancelExport, ({ ctx, params }) => cancelExport(ctx, params.id));
  handle(api, calls.downloadExport, ({ ctx, params }) => downloadExport(ctx, params.id));
}
