import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { limitCostlyCall } from '#platform/server/limit-costly-calls.ts';
import * as calls from '../contract.ts';
import { readReceipt } from './read-receipt.ts';

/**
 * Typesetting a receipt blocks the main thread for 120 to 320 ms. The limit allows two years of monthly
 * receipts.
 */
const RECEIPTS = { name: 'receipt', most: 30, per: Temporal.Duration.from({ minutes: 10 }) };

export function routes(api: Api): void {
  handle(
    api,
    calls.getReceipt,
    async ({ ctx, params }) => (await limitCostlyCall(ctx, RECEIPTS)) ?? readReceipt(ctx, params.id),
  );
}
