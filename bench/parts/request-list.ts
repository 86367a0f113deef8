import { booking } from '../business/bookings.ts';
import { at, type People } from '../business/people.ts';
import type { Call } from '../load.ts';
import type { Figure } from '../targets.ts';

/** A request that is measured by itself. */
export interface TimedRequest {
  readonly target: Figure['target'];
  readonly name: string;
  /** An index can answer it, so its time must not grow with the size. */
  readonly isIndexed: boolean;
  /** It creates something, which is removed afterwards. */
  readonly books?: true;
  /** The request of the nth round. */
  call(nth: number): Call;
}

const ORDERS = ['asc', 'desc'];
const NAME = 'q=Wei%20Ling%20Tan';

/** Cursors behind the middle row of long lists. */
export interface Middles {
  readonly jobs: string;
  readonly transactions: string;
}

/** Requests that people wait for. @param jobCount the company's number of jobs */
export function requestList(people: People, middle: Middles, jobCount: number): TimedRequest[] {
  const { office, customer, spender, cleaner, payment, day, packageID, codeID, jobIDs } = people;
  const as =
    (token: string, isIndexed = true) =>
    (target: Figure['target'], name: string, path: string) => {
      const call = { path: `/api${path}`, token };
      return { target, name, isIndexed, call: () => call };
    };
  const read = as(office);
  /** The database has to count or to pass over rows: it takes longer the more there are. */
  const count = as(office, false);
  const sorts = (list: string, path: string, columns: readonly string[]) =>
    columns.flatMap((by) =>
      ORDERS.map((order) =>
        read('sort', `${list} by ${by}, ${order}`, `${path}count=0&sortby=${by}&order=${order}`),
      ),
    );
  const mobile = `q=${customer.mobile.slice(2)}`;
  const month = `from_date=${day(-30)}&to_date=${day(0)}`;
  const year = `from_date=${day(-365)}&to_date=${day(0)}`;
  const jobs = '/jobs?size=25&';
  const transactions = '/transactions?size=25&';
  const lots = '/credits/list?size=25&';
  const customers = '/customers?size=25&';
  const uses = `/promocodes/${codeID}/uses?size=25&`;
  const visit = `packageID=${packageID}&postal=${customer.postal}`;
  const start = encodeURIComponent(at(day(8), '09:00'));
  return [
    read('record', 'job', `/jobs/${jobIDs[0]}`),
    read('record', 'transaction', `/transactions/${payment.id}`),

    count('total', 'jobs', jobs),
    count('total', 'jobs done', `${jobs}stage=done`),
    read('total', 'jobs unpaid', `${jobs}status=pending`),
    read('total', 'jobs that need crew', `${jobs}needs=crew`),
    read('total', 'jobs that start late', `${jobs}needs=start`),
    read('total', 'jobs from today', `${jobs}from_date=${day(0)}&sortby=startTime&order=asc`),
    read('total', 'jobs of a customer', `${jobs}customerID=${customer.id}`),
    count('total', 'jobs of a cleaner', `${jobs}cleanerID=${cleaner.id}`),
    count('total', 'customers', customers),
    count('total', 'transactions', transactions),
    count('total', 'transactions of a year', `${transactions}${year}`),
    read('total', 'transactions of a customer', `${transactions}customerID=${customer.id}`),
    read('total', 'transactions of a visit', `${transactions}jobID=${payment.jobID}`),
    count('total', 'lots', lots),
    count('total', 'uses of a code', uses),
    count('total', 'audit log', '/audit?size=50'),
    read('total', 'audit log of a job', `/audit?size=50&kind=job&record=${jobIDs[0]}`),
    read('total', 'messages about a job', `/messages?size=50&jobID=${jobIDs[0]}`),
    read('total', 'messages to a customer', `/messages?size=50&customerID=${customer.id}`),

    ...sorts('jobs', jobs, ['createdAt', 'label', 'status', 'jobType', 'customer', 'crew', 'amountToPay']),
    ...sorts('customers', customers, ['fullname', 'email']),
    ...sorts('transactions', transactions, ['createdAt', 'total', 'type', 'method', 'receiptNo', 'customer']),
    ...sorts('lots', lots, ['purchasedAt', 'expiresAt', 'perHour', 'numCredits', 'customer']),
    ...sorts('uses of a code', uses, ['reservedAt', 'discount', 'customer']),

    count('search', 'jobs by name', `${jobs}${NAME}`),
    read('search', 'jobs by mobile', `${jobs}${mobile}`),
    read('search', 'jobs by postal code', `${jobs}q=${customer.postal}`),
    count('search', 'customers by name', `${customers}${NAME}`),
    read('search', 'customers by mobile', `${customers}${mobile}`),
    count('search', 'transactions by name', `${transactions}${NAME}`),
    count('search', 'transactions by purpose', `${transactions}q=Extra%20cleaning`),
    count('search', 'lots by name', `${lots}${NAME}`),
    count('search', 'everything by name', `/search?${NAME}`),
    count('search', 'everything by a common name', '/search?q=tan'),
    read('search', 'everything by half a mobile', `/search?q=${customer.mobile.slice(-4)}`),
    read('search', 'everything by postal code', `/search?q=${customer.postal}`),
    read('search', 'everything by number', `/search?q=${Math.floor(jobCount / 2)}`),

    read('page', 'jobs behind the middle', `${jobs}count=0&after=${middle.jobs}`),
    read('page', 'transactions behind the middle', `${transactions}count=0&after=${middle.transactions}`),
    count('page', 'jobs from the middle row', `${jobs}count=0&status=*&from=${Math.floor(jobCount / 2)}`),
    count('page', 'jobs, last page', `${jobs}count=0&status=*&from=${jobCount - 30}`),
    count('page', 'transactions, one of the last pages', `${transactions}count=0&from=${jobCount}`),

    count('statistics', 'jobs', `/jobs/statistics?${year}`),
    count('statistics', 'promo codes', `/promocode/statistics?${year}`),
    count('statistics', 'hours left', '/credits-left/statistics'),
    count('statisticsOfMonth', 'money', `/statistics/money?${month}`),
    count('statisticsOfMonth', 'visits', `/statistics/visits?${month}`),
    count('statisticsOfMonth', 'customers', `/statistics/customers?${month}`),
    count('statisticsOfMonth', 'hours owed', `/statistics/hours-owed?${month}`),

    read('overview', 'the page', '/overview'),
    read('overview', 'counts', '/overview/counts'),
    read('overview', 'the figures of the week', '/overview/figures'),
    read('overview', 'the day board', '/day-board'),
    read('overview', 'the board of a week', '/day-board/week'),

    as(cleaner.token)('own', "a cleaner's next visits", `${jobs}status=paid&sortby=startTime&stage=upcoming`),
    as(spender.token)('own', "a customer's hours", `/customers-credits/${spender.id}/movements?size=25`),
    as(spender.token)('own', "a customer's payments", transactions),

    read('day', 'slots', `/list-time-available?${visit}&date=${day(8)}`),
    read('day', 'free cleaners', `/list-available?${visit}&startTime=${start}`),
    read('month', 'slots', `/list-time-available?${visit}&from_date=${day(2)}&to_date=${day(32)}`),

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
    call: (nth) => {
      const startTime = at(firstDays[nth % firstDays.length] ?? '', '14:00');
      return booking(bookers[nth % bookers.length] ?? customer, { packageID, startTime, ...more });
    },
  };
}
