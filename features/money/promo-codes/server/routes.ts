import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { handleRecord } from '#platform/server/http/handle-record.ts';
import * as calls from '../contract.ts';
import { listUses, promoStatistics } from './list-uses.ts';
import { checkPromoCode } from './promo-uses.ts';
import { createPromo, getPromo, listPromos, trashPromo, untrashPromo, updatePromo } from './save-promo.ts';

export function routes(api: Api): void {
  handleRecord(api, calls.promoCodes, {
    list: listPromos,
    get: getPromo,
    create: createPromo,
    update: updatePromo,
    trash: trashPromo,
    untrash: untrashPromo,
  });
  handle(api, calls.listPromoUses, ({ ctx, params, query }) => listUses(ctx, params.id, query));
  handle(api, calls.checkPromoCode, ({ ctx, body }) => checkPromoCode(ctx, body));
  handle(api, calls.promoStatistics, ({ ctx, query }) => promoStatistics(ctx, query));
}
