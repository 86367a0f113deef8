import { feature as checkout } from '#features/booking/checkout/server/index.ts';
import { feature as invoices } from '#features/booking/invoices/server/index.ts';
import { feature as receipts } from '#features/booking/receipts/server/index.ts';
import { feature as checklists } from '#features/catalogue/checklists/server/index.ts';
import { feature as packages } from '#features/catalogue/packages/server/index.ts';
import { feature as settings } from '#features/catalogue/settings/server/index.ts';
import { feature as messages } from '#features/messages/messages/server/index.ts';
import { feature as cards } from '#features/money/cards/server/index.ts';
import { feature as credits } from '#features/money/credits/server/index.ts';
import { feature as ledger } from '#features/money/ledger/server/index.ts';
import { feature as payments } from '#features/money/payments/server/index.ts';
import { feature as promoCodes } from '#features/money/promo-codes/server/index.ts';
import { feature as cleanersFeature } from '#features/people/cleaners/server/index.ts';
import { feature as customersFeature } from '#features/people/customers/server/index.ts';
import { feature as calendar } from '#features/work/calendar/server/index.ts';
import { feature as conversations } from '#features/work/conversations/server/index.ts';
import { feature as jobs } from '#features/work/jobs/server/index.ts';
import { feature as reminders } from '#features/work/reminders/server/index.ts';
import { feature as reviews } from '#features/work/reviews/server/index.ts';
import { feature as schedule } from '#features/work/schedule/server/index.ts';
import { feature as series } from '#features/work/series/server/index.ts';
import { feature as visits } from '#features/work/visits/server/index.ts';
import { startTestApp, type TestAppOptions } from '#platform/testing/test-app.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import { feature as booking } from '../index.ts';
import { makeWorld } from './world.ts';

interface Options extends Partial<TestAppOptions> {
  /** Higher-level features. */
  readonly more?: TestAppOptions['features'];
}

interface Business extends Options {
  readonly customers?: number;
  readonly cleaners?: number;
}

/** An app with everything that booking needs. */
export function startBookingApp({ more = [], ...options }: Options) {
  return startTestApp({
    features: [
      settings,
      customersFeature,
      cleanersFeature,
      packages,
      ledger,
      promoCodes,
      checklists,
      payments,
      cards,
      credits,
      messages,
      schedule,
      jobs,
      reminders,
      conversations,
      series,
      receipts,
      checkout,
      invoices,
      booking,
      visits,
      reviews,
      calendar,
      ...more,
    ],
    ...options,
  });
}

/**
 * The same app with a fake Stripe and a small business: a package, a checklist, and the given number of
 * people.
 */
export async function startBusiness({
  customers = 0,
  cleaners = 0,
  providers = {},
  ...options
}: Business = {}) {
  const stripe = await startTestStripe();
  const app = await startBookingApp({
    connections: 20,
    providers: { payments: stripe.payments, ...providers },
    ...options,
  });
  const world = await makeWorld(app.context(), { customers, cleaners });
  return { app, stripe, world };
}
