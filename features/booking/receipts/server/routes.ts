import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { limitCostlyCall } from '#platform/server/limit-costly-calls.ts';
import * as calls from '../contract.ts';
import { readReceipt } from './read-receipt.ts';

/** Typesetting one takes 120 to 320 ms of the main thread. Two years of monthly receipts fit. */
const RECEIPTS = { name: 'receipt', most: 30, per: Temporal.Duration.from({ minutes: 10 }) };

export function routes(api: Api): void {
  handle(
    api,
    calls.getReceipt,
    async ({ ctx, params }) => (await limitCostlyCall(ctx, RECEIPTS)) ?? readReceipt(ctx, params.id),
  );
}
