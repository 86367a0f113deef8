import { limitGuesses } from '#features/money/promo-codes/server/index.ts';
import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { chargeForVisit, payCharge, waiveVisitCharge } from './charge-for-visit.ts';
import { payEachVisit } from './charge-visits.ts';
import { cancelJobPayment, chargeAndConfirm, commitJob } from './commit-job.ts';
import { payLater, sendPaymentLink } from './pay-by-hand.ts';
import { payByInvoice } from './pay-by-invoice.ts';
import { payWithCredits } from './pay-with-credits.ts';
import { readPayNow } from './read-paynow.ts';
import { updatePromocode } from './update-promocode.ts';

export function routes(api: Api): void {
  handle(api, calls.updateJobPromocode, ({ ctx, params, body }) =>
    limitGuesses(ctx, body.promocode, () => updatePromocode(ctx, params.id, body.promocode)),
  );
  handle(api, calls.updateCredit, ({ ctx, body }) =>
    limitGuesses(ctx, body.promocode, () => payWithCredits(ctx, body)),
  );
  handle(api, calls.commitJob, ({ ctx, params, body }) =>
    limitGuesses(ctx, body.promocode, () => commitJob(ctx, params.id, body)),
  );
  handle(api, calls.cancelJobPayment, ({ ctx, params }) => cancelJobPayment(ctx, params.id));
  handle(api, calls.chargeAndConfirm, ({ ctx, body }) => chargeAndConfirm(ctx, body));
  handle(api, calls.readPayNow, ({ ctx, params }) => readPayNow(ctx, params.id));
  handle(api, calls.payEachVisit, ({ ctx, params }) => payEachVisit(ctx, params.id));
  handle(api, calls.payByInvoice, ({ ctx, params }) => payByInvoice(ctx, params.id));
  handle(api, calls.payLater, ({ ctx, params, body }) => payLater(ctx, params.id, body));
  handle(api, calls.chargeForVisit, ({ ctx, params, body }) => chargeForVisit(ctx, params.id, body));
  handle(api, calls.payCharge, ({ ctx, params, body }) => payCharge(ctx, params.id, body));
  handle(api, calls.waiveCharge, ({ ctx, params, body }) => waiveVisitCharge(ctx, params.id, body.reason));
  handle(api, calls.sendPaymentLink, ({ ctx, params }) => sendPaymentLink(ctx, params.id));
}
