import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { handleRecord } from '#platform/server/http/handle-record.ts';
import * as calls from '../contract.ts';
import { checkPromoCode } from './check-promo-code.ts';
import { listPromos } from './list-promos.ts';
import { listUses } from './list-uses.ts';
import { getPromo, trashPromo, untrashPromo } from './promo-record.ts';
import { promoStatistics } from './promo-statistics.ts';
import { createPromo, updatePromo } from './save-promo.ts';

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
