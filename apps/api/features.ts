import { feature as booking } from '#features/booking/booking/server/index.ts';
import { feature as checkout } from '#features/booking/checkout/server/index.ts';
import { feature as invoices } from '#features/booking/invoices/server/index.ts';
import { feature as receipts } from '#features/booking/receipts/server/index.ts';
import { feature as checklists } from '#features/catalogue/checklists/server/index.ts';
import { feature as packages } from '#features/catalogue/packages/server/index.ts';
import { feature as places } from '#features/catalogue/places/server/index.ts';
import { feature as settings } from '#features/catalogue/settings/server/index.ts';
import { feature as uploads } from '#features/catalogue/uploads/server/index.ts';
import { feature as messages } from '#features/messages/messages/server/index.ts';
import { feature as cards } from '#features/money/cards/server/index.ts';
import { feature as credits } from '#features/money/credits/server/index.ts';
import { feature as ledger } from '#features/money/ledger/server/index.ts';
import { feature as payments } from '#features/money/payments/server/index.ts';
import { feature as promoCodes } from '#features/money/promo-codes/server/index.ts';
import { feature as apiKeys } from '#features/office/api-keys/server/index.ts';
import { feature as archive } from '#features/office/archive/server/index.ts';
import { feature as audit } from '#features/office/audit/server/index.ts';
import { feature as failedTasks } from '#features/office/failed-tasks/server/index.ts';
import { feature as importing } from '#features/office/import/server/index.ts';
import { feature as overview } from '#features/office/overview/server/index.ts';
import { feature as search } from '#features/office/search/server/index.ts';
import { feature as setup } from '#features/office/setup/server/index.ts';
import { feature as statistics } from '#features/office/statistics/server/index.ts';
import { feature as webhooks } from '#features/office/webhooks/server/index.ts';
import { FEATURES } from '#features/order.ts';
import { feature as accounts } from '#features/people/accounts/server/index.ts';
import { feature as cleaners } from '#features/people/cleaners/server/index.ts';
import { feature as customers } from '#features/people/customers/server/index.ts';
import { feature as applications } from '#features/site/applications/server/index.ts';
import { feature as contactRequests } from '#features/site/contact-requests/server/index.ts';
import { feature as siteContent } from '#features/site/content/server/index.ts';
import { feature as calendar } from '#features/work/calendar/server/index.ts';
import { feature as conversations } from '#features/work/conversations/server/index.ts';
import { feature as cover } from '#features/work/cover/server/index.ts';
import { feature as dayBoard } from '#features/work/day-board/server/index.ts';
import { feature as dispatch } from '#features/work/dispatch/server/index.ts';
import { feature as jobs } from '#features/work/jobs/server/index.ts';
import { feature as pay } from '#features/work/pay/server/index.ts';
import { feature as reminders } from '#features/work/reminders/server/index.ts';
import { feature as reviews } from '#features/work/reviews/server/index.ts';
import { feature as schedule } from '#features/work/schedule/server/index.ts';
import { feature as series } from '#features/work/series/server/index.ts';
import { feature as visits } from '#features/work/visits/server/index.ts';
import { feature as waitingList } from '#features/work/waiting-list/server/index.ts';
import { loadExtensions } from '#platform/server/extensions.ts';
import type { Feature } from '#platform/server/feature.ts';

const ALL: readonly Feature[] = [
  accounts,
  apiKeys,
  applications,
  archive,
  failedTasks,
  audit,
  booking,
  calendar,
  cover,
  cards,
  checklists,
  checkout,
  invoices,
  cleaners,
  contactRequests,
  conversations,
  credits,
  customers,
  dispatch,
  dayBoard,
  importing,
  jobs,
  ledger,
  messages,
  overview,
  packages,
  pay,
  payments,
  places,
  promoCodes,
  receipts,
  reminders,
  reviews,
  schedule,
  search,
  series,
  settings,
  setup,
  siteContent,
  statistics,
  uploads,
  visits,
  waitingList,
  webhooks,
];

/** All features, lowest layer first, then the extensions. */
export const features = [...ALL.toSorted((a, b) => orderOf(a) - orderOf(b)), ...(await loadExtensions())];

function orderOf({ name }: Feature): number {
  return FEATURES.findIndex((path) => path.endsWith(`/${name}`));
}
