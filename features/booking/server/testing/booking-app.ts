import { feature as calendar } from '#features/calendar/server/index.ts';
import { feature as cards } from '#features/cards/server/index.ts';
import { feature as checklists } from '#features/checklists/server/index.ts';
import { feature as checkout } from '#features/checkout/server/index.ts';
import { feature as cleaners } from '#features/cleaners/server/index.ts';
import { feature as conversations } from '#features/conversations/server/index.ts';
import { feature as credits } from '#features/credits/server/index.ts';
import { feature as customers } from '#features/customers/server/index.ts';
import { feature as jobHistory } from '#features/job-history/server/index.ts';
import { feature as jobs } from '#features/jobs/server/index.ts';
import { feature as ledger } from '#features/ledger/server/index.ts';
import { feature as messages } from '#features/messages/server/index.ts';
import { feature as packages } from '#features/packages/server/index.ts';
import { feature as payments } from '#features/payments/server/index.ts';
import { feature as promoCodes } from '#features/promo-codes/server/index.ts';
import { feature as receipts } from '#features/receipts/server/index.ts';
import { feature as reminders } from '#features/reminders/server/index.ts';
import { feature as reviews } from '#features/reviews/server/index.ts';
import { feature as schedule } from '#features/schedule/server/index.ts';
import { feature as series } from '#features/series/server/index.ts';
import { feature as settings } from '#features/settings/server/index.ts';
import { feature as suggestions } from '#features/suggestions/server/index.ts';
import { feature as visits } from '#features/visits/server/index.ts';
import { startTestApp, type TestAppOptions } from '#platform/testing/test-app.ts';
import { feature as booking } from '../index.ts';

type Options = Omit<TestAppOptions, 'features'> &
  Partial<Pick<TestAppOptions, 'features'>> & {
    /** Above all of these. */
    readonly more?: TestAppOptions['features'];
  };

/** An app with all that booking needs, below and above it. */
export function startBookingApp({ more = [], ...options }: Options) {
  return startTestApp({
    features: [
      settings,
      customers,
      cleaners,
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
      suggestions,
      reminders,
      conversations,
      jobHistory,
      series,
      receipts,
      checkout,
      booking,
      visits,
      reviews,
      calendar,
      ...more,
    ],
    ...options,
  });
}
