import { booking } from '../business/bookings.ts';
import { at, type People } from '../business/people.ts';
import type { Call } from '../load.ts';
import type { Figure } from '../targets.ts';

/** What is measured on its own: one request, or several that a screen sends one after the other. */
export interface TimedRequest {
  readonly target: Figure['target'];
  readonly name: string;
  /** An index can answer it, so its time must not grow with the size. */
  readonly isIndexed: boolean;
  /** It creates something, which is removed afterwards. */
  readonly books?: true;
  /** The requests of the nth round. */
  calls(nth: number): readonly Call[];
}

const ORDERS = ['asc', 'desc'];
const NAME = 'q=Wei%20Ling%20Tan';
const TYPED = 'wei ling tan';

/** Cursors behind the middle row of long lists. */
export interface Middles {
  readonly jobs: string;
  readonly transactions: string;
}

/** Requests that people wait for. @param jobCount the company's number of jobs */
export function requestList(people: People, middle: Middles, jobCount: number): TimedRequest[] {
  const { office, customer, spender, cleaner, payment, day, packageID, codeID, jobIDs, covered } = people;
  const as =
    (token: string, isIndexed = true) =>
    (target: Figure['target'], name: string, ...paths: readonly string[]) => {
      const calls = paths.map((path) => ({ path, token }));
      return { target, name, isIndexed, calls: () => calls };
    };
  const read = as(office);
  /** The database has to count or to pass over rows: it takes longer the more there are. */
  const count = as(office, false);
  /** As the office's pages ask: rows without their total, then the total alone. */
  const list = (name: string, path: string, target: 'rows' | 'search' = 'rows') => [
    (target === 'rows' ? read : count)(target, name, `/api${path}&size=25&count=0`),
    count('total', name, `/api${path}&size=0`),
  ];
  const sorts = (name: string, path: string, columns: readonly string[]) =>
    columns.flatMap((by) =>
      ORDERS.map((order) =>
        read('sort', `${name} by ${by}, ${order}`, `/api${path}&size=25&count=0&sortby=${by}&order=${order}`),
      ),
    );
  const mobile = `q=${customer.mobile.slice(2)}`;
  const month = `from_date=${day(-30)}&to_date=${day(0)}`;
  const year = `from_date=${day(-365)}&to_date=${day(0)}`;
  const lastMonth = Temporal.PlainDate.from(day(0)).toPlainYearMonth().subtract({ months: 1 }).toString();
  const jobs = '/jobs?trash=0';
  const transactions = '/transactions?trash=0';
  const lots = '/credits/list?trash=0';
  const customers = '/customers?trash=0';
  const uses = `/promocodes/${codeID}/uses?trash=0`;
  const visit = `packageID=${packageID}&postal=${customer.postal}`;
  const start = encodeURIComponent(at(day(8), '09:00'));
  const away = `from=${encodeURIComponent(at(day(1), '00:00'))}&until=${encodeURIComponent(at(day(31), '00:00'))}`;
  return [
    read('record', 'job', `/api/jobs/${jobIDs[0]}`),
    read('record', 'transaction', `/api/transactions/${payment.id}`),

    ...list('jobs', jobs),
    ...list('jobs done', `${jobs}&stage=done`),
    ...list('jobs unpaid', `${jobs}&status=pending`),
    ...list('jobs that need crew', `${jobs}&needs=crew`),
    ...list('jobs that start late', `${jobs}&needs=start`),
    ...list('jobs from today', `${jobs}&from_date=${day(0)}&sortby=startTime&order=asc`),
    ...list('jobs of a customer', `${jobs}&customerID=${customer.id}`),
    ...list('jobs of a cleaner', `${jobs}&cleanerID=${cleaner.id}`),
    ...list('customers', customers),
    ...list('transactions', transactions),
    ...list('transactions of a year', `${transactions}&${year}`),
    ...list('transactions of a customer', `${transactions}&customerID=${customer.id}`),
    ...list('transactions of a visit', `${transactions}&jobID=${payment.jobID}`),
    ...list('lots', lots),
    ...list('uses of a code', uses),
    ...list('audit log', '/audit?trash=0'),
    ...list('audit log of a job', `/audit?kind=job&record=${jobIDs[0]}`),
    ...list('messages about a job', `/messages?jobID=${jobIDs[0]}`),
    ...list('messages to a customer', `/messages?customerID=${customer.id}`),

    ...sorts('jobs', jobs, ['createdAt', 'label', 'status', 'jobType', 'customer', 'crew', 'amountToPay']),
    ...sorts('customers', customers, ['fullname', 'email']),
    ...sorts('transactions', transactions, ['createdAt', 'total', 'type', 'method', 'receiptNo', 'customer']),
    ...sorts('lots', lots, ['purchasedAt', 'expiresAt', 'perHour', 'numCredits', 'customer']),
    ...sorts('uses of a code', uses, ['reservedAt', 'discount', 'customer']),

    ...list('jobs by name', `${jobs}&${NAME}`, 'search'),
    ...list('jobs by mobile', `${jobs}&${mobile}`, 'search'),
    ...list('jobs by postal code', `${jobs}&q=${customer.postal}`, 'search'),
    ...list('customers by name', `${customers}&${NAME}`, 'search'),
    ...list('customers by mobile', `${customers}&${mobile}`, 'search'),
    ...list('transactions by name', `${transactions}&${NAME}`, 'search'),
    ...list('transactions by purpose', `${transactions}&q=Extra%20cleaning`, 'search'),
    ...list('lots by name', `${lots}&${NAME}`, 'search'),
    count('search', 'everything by half a mobile', `/api/search?q=${customer.mobile.slice(-4)}`),
    count('search', 'everything by postal code', `/api/search?q=${customer.postal}`),
    count('search', 'everything by number', `/api/search?q=${Math.floor(jobCount / 2)}`),
    ...Array.from(TYPED, (_, nth) => TYPED.slice(0, nth + 1)).map((typed) =>
      count('typing', `"${typed}"`, `/api/search?q=${encodeURIComponent(typed)}`),
    ),

    read('page', 'jobs behind the middle', `/api${jobs}&size=25&count=0&after=${middle.jobs}`),
    read(
      'page',
      'transactions behind the middle',
      `/api${transactions}&size=25&count=0&after=${middle.transactions}`,
    ),
    count(
      'page',
      'jobs from the middle row',
      `/api${jobs}&size=25&count=0&status=*&from=${Math.floor(jobCount / 2)}`,
    ),
    count('page', 'jobs, last page', `/api${jobs}&size=25&count=0&status=*&from=${jobCount - 30}`),
    count(
      'page',
      'transactions, one of the last pages',
      `/api${transactions}&size=25&count=0&from=${jobCount}`,
    ),

    count('statistics', 'jobs', `/api/jobs/statistics?${year}`),
    count('statistics', 'promo codes', `/api/promocode/statistics?${year}`),
    count('statistics', 'hours left', '/api/credits-left/statistics'),
    count('statisticsOfMonth', 'money', `/api/statistics/money?${month}`),
    count('statisticsOfMonth', 'visits', `/api/statistics/visits?${month}`),
    count('statisticsOfMonth', 'customers', `/api/statistics/customers?${month}`),
    count('statisticsOfMonth', 'hours owed', `/api/statistics/hours-owed?${month}`),
    count('monthEnd', 'draft', `/api/pay/sheets/${lastMonth}`),

    read('overview', 'the page', '/api/overview'),
    read('overview', 'counts', '/api/overview/counts'),
    read('overviewFigures', '', '/api/overview/figures'),
    read('dayBoard', 'a day', '/api/day-board'),
    read('dayBoard', 'a week', '/api/day-board/week'),
    read('cover', '', `/api/cover/plan?${away}&cleanerIDs=${covered.cleanerID}&jobIDs=${covered.jobIDs}`),

    as(cleaner.token)(
      'own',
      "a cleaner's next visits",
      `/api${jobs}&size=25&status=paid&sortby=startTime&stage=upcoming`,
    ),
    as(spender.token)('own', "a customer's hours", `/api/customers-credits/${spender.id}/movements?size=25`),
    as(spender.token)('own', "a customer's payments", `/api${transactions}&size=25`),

    read('day', 'slots', `/api/list-time-available?${visit}&date=${day(8)}`),
    read('day', 'free cleaners', `/api/list-available?${visit}&startTime=${start}`),
    read('month', 'slots', `/api/list-time-available?${visit}&from_date=${day(2)}&to_date=${day(32)}`),
    as(customer.token)(
      'bookingTimes',
      '',
      '/one-time/new',
      '/api/packages?type=one-time&size=100&count=0',
      '/api/customers-addresses?size=50',
      `/api/jobs?from_date=${day(0)}&sortby=startTime&order=asc&size=200&count=0`,
      `/api/list-time-available?packageID=${packageID}&addressID=${customer.addressID}&from_date=${day(2)}&to_date=${day(32)}`,
    ),

    bookings(people, 'createjob', {}),
    bookings(people, 'series', { recurrence: { interval: 'weekly', count: 12 }, onConflict: 'skip' }),
  ];
}

/** Each by another customer, on another day. */
function bookings(people: People, target: 'createjob' | 'series', more: object): TimedRequest {
  const { bookers, customer, days, packageID } = people;
  const firstDays = days.slice(0, -14);
  return {
    target,
    name: '',
    isIndexed: true,
    books: true,
    calls: (nth) => {
      const startTime = at(firstDays[nth % firstDays.length] ?? '', '14:00');
      return [booking(bookers[nth % bookers.length] ?? customer, { packageID, startTime, ...more })];
    },
  };
}
