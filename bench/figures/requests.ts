import { booking } from '../business/bookings.ts';
import { at, type Cast } from '../business/cast.ts';
import { moneyFigures } from './money.ts';
import { type Ask, askingAs, type RequestFigure } from './request-figure.ts';

/** The requests that people wait for. */
export function requestFigures(cast: Cast): RequestFigure[] {
  const office = askingAs(cast.office);
  return [
    office('one job', 10, `/jobs/${cast.jobID}`),
    ...jobLists(office, cast),
    ...customerLists(office, cast),
    office('messages about a job', 15, `/messages?size=50&count=0&jobID=${cast.jobID}`),
    office('messages to a customer', 15, `/messages?size=50&count=0&customerID=${cast.customer.id}`),
    ...cleanersOwn(askingAs(cast.cleaner.token), cast),
    ...feeds(cast),
    ...freeTimes(office, cast),
    office("the site's words", 15, '/cms/site'),
    office("the site's stars", 60, '/reviews/rating', false),
    ...moneyFigures(cast),
    ...bookings(cast),
  ];
}

const SORTS = ['createdAt', 'label', 'status', 'jobType', 'customer', 'amountToPay'];
const ORDERS = ['asc', 'desc'];

function jobLists(office: Ask, cast: Cast): RequestFigure[] {
  return [
    office('jobs, first page with its total', 60, '/jobs?size=25', false),
    office('jobs, first page without', 12, '/jobs?size=25&count=0'),
    office('jobs from today', 60, `/jobs?size=25&from_date=${cast.day(0)}&sortby=startTime&order=asc`),
    ...SORTS.flatMap((by) =>
      ORDERS.map((order) =>
        office(`jobs by ${by}, ${order}`, 30, `/jobs?size=25&count=0&sortby=${by}&order=${order}`),
      ),
    ),
    office('jobs behind the middle', 30, `/jobs?size=25&count=0&after=${cast.middle.jobs}`),
    office(
      'jobs by customer, behind the middle',
      30,
      `/jobs?size=25&count=0&sortby=customer&order=desc&after=${cast.middle.jobsByCustomer}`,
    ),
    office('jobs from row 100,000', 100, '/jobs?size=25&count=0&status=*&from=100000', false),
    office('jobs from row 500,000', 100, '/jobs?size=25&count=0&status=*&from=500000', false),
    office('jobs, last page', 100, '/jobs?size=25&count=0&status=*&from=999970', false),
    office('jobs, search by name', 50, '/jobs?size=25&q=Wei%20Ling%20Tan', false),
    office('jobs, search by mobile', 50, `/jobs?size=25&q=${cast.customer.mobile.slice(2)}`),
    office('jobs, search by postal code', 50, `/jobs?size=25&q=${cast.customer.postal}`),
    office('jobs upcoming', 30, '/jobs?size=25&stage=upcoming', false),
    office('jobs under way', 30, '/jobs?size=25&stage=in-progress'),
    office('jobs that need crew', 60, '/jobs?size=25&needs=crew'),
    office('jobs unpaid', 60, '/jobs?size=25&status=pending'),
    office('jobs that start late', 60, '/jobs?size=25&needs=start'),
    office('jobs done', 60, '/jobs?size=25&stage=done', false),
    office(
      'jobs of a month, by day',
      60,
      `/jobs/statistics?from_date=${cast.day(-30)}&to_date=${cast.day(0)}`,
      false,
    ),
    office(
      'jobs of a year, by day',
      300,
      `/jobs/statistics?from_date=${cast.day(-365)}&to_date=${cast.day(0)}`,
      false,
    ),
    office('jobs of a cleaner', 30, `/jobs?size=25&cleanerID=${cast.cleaner.id}`, false),
    office('jobs of a customer', 30, `/jobs?size=25&customerID=${cast.customer.id}`),
  ];
}

function customerLists(office: Ask, cast: Cast): RequestFigure[] {
  return [
    office('customers, first page with its total', 30, '/customers?size=25', false),
    office('customers by name', 30, '/customers?size=25&count=0&sortby=fullname&order=asc'),
    office('customers by e-mail', 30, '/customers?size=25&count=0&sortby=email&order=asc'),
    office('customers, search by name', 30, '/customers?size=25&q=Wei%20Ling%20Tan', false),
    office('customers, search by mobile', 30, `/customers?size=25&q=${cast.customer.mobile.slice(2)}`),
  ];
}

function cleanersOwn(cleaner: Ask, cast: Cast): RequestFigure[] {
  const upcoming = `status=paid&sortby=startTime&size=200&from_date=${cast.day(0)}&stage=upcoming`;
  return [
    cleaner("a cleaner's upcoming", 15, `/jobs?${upcoming}`),
    cleaner(
      "a cleaner's past",
      15,
      '/jobs?status=paid&sortby=startTime&order=desc&size=25&stage=done',
      false,
    ),
    cleaner("a cleaner's time off", 15, `/list-unavailable-date?cleanerID=${cast.cleaner.id}`),
  ];
}

/** As calendar programs read them. */
function feeds({ feeds }: Cast): RequestFigure[] {
  const { office, cleaner, customer } = feeds;
  const nobody = askingAs('');
  return [
    nobody("a customer's calendar feed", 30, `/ical/${customer}.ics`),
    nobody("a cleaner's calendar feed", 100, `/ical/${cleaner}.ics`),
    // As many visits as a feed has at most.
    nobody("the office's calendar feed", 500, `/ical/${office}.ics`),
  ];
}

function freeTimes(office: Ask, cast: Cast): RequestFigure[] {
  const visit = `packageID=${cast.packageID}&postal=${cast.customer.postal}`;
  const month = `from_date=${cast.day(2)}&to_date=${cast.day(32)}`;
  return [
    office('free times of a day', 15, `/list-time-available?${visit}&date=${cast.day(8)}`),
    office('free times of 31 days', 60, `/list-time-available?${visit}&${month}`),
    office(FREE_CLEANERS, 15, freeCleanersPath(cast, cast.day(8))),
  ];
}

/** Its statements are also measured in the database. */
export const FREE_CLEANERS = 'cleaners free for a visit';

/** Who could come to the customer's home at nine. */
export function freeCleanersPath({ packageID, customer }: Cast, day: string): string {
  const start = encodeURIComponent(at(day, '09:00'));
  return `/list-available?packageID=${packageID}&postal=${customer.postal}&startTime=${start}`;
}

/** Each by a customer of its own, on a day of its own. */
function bookings({ bookers, customer, days, packageID }: Cast): RequestFigure[] {
  const firstDays = days.slice(0, -14);
  const asking = (name: string, goal: number, more: object): RequestFigure => ({
    name,
    goal,
    isIndexed: true,
    changes: true,
    call: (nth) => {
      const startTime = at(firstDays[nth % firstDays.length] ?? '', '14:00');
      return booking(bookers[nth % bookers.length] ?? customer, { packageID, startTime, ...more });
    },
  });
  return [
    asking('createjob', 20, {}),
    asking('createjob, weekly × 12', 60, {
      recurrence: { interval: 'weekly', count: 12 },
      onConflict: 'skip',
    }),
  ];
}
