import { limitGuesses } from '#features/money/promo-codes/server/index.ts';
import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { creditsLeftStatistics } from '../contract/statistics.ts';
import * as calls from '../contract.ts';
import { creditsLeft } from './credits-left.ts';
import { claimGift, listGifts, sendGiftFromScreen } from './gifts.ts';
import { listCredits, totalCredits } from './list-credits.ts';
import { listLots } from './list-lots.ts';
import { listMovements } from './list-movements.ts';
import { cancelPackagePayment, payPackage } from './pay-package.ts';

export function routes(api: Api): void {
  handle(api, calls.listLots, ({ ctx, params }) => listLots(ctx, params.id));
  handle(api, calls.listCreditMovements, ({ ctx, params, query }) => listMovements(ctx, params.id, query));
  handle(api, calls.listCredits, ({ ctx, query }) => listCredits(ctx, query));
  handle(api, calls.totalCredits, ({ ctx, query }) => totalCredits(ctx, query));
  handle(api, creditsLeftStatistics, ({ ctx, query }) => creditsLeft(ctx, query));
  handle(api, calls.payPackage, ({ ctx, params, body }) =>
    limitGuesses(ctx, body.promocode, () => payPackage(ctx, params.id, body)),
  );
  handle(api, calls.cancelPackagePayment, ({ ctx, params }) => cancelPackagePayment(ctx, params.id));
  handle(api, calls.sendCredit, ({ ctx, body }) => sendGiftFromScreen(ctx, body));
  handle(api, calls.receiveCredit, ({ ctx, body }) => claimGift(ctx, body.code));
  handle(api, calls.listSentCredits, ({ ctx, body }) => listGifts(ctx, 'sent', body));
  handle(api, calls.listReceivedCredits, ({ ctx, body }) => listGifts(ctx, 'received', body));
}
