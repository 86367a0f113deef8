import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { readReceipt } from './read-receipt.ts';

export function routes(api: Api): void {
  handle(api, calls.getReceipt, ({ ctx, params }) => readReceipt(ctx, params.id));
}
