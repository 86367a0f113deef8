import { bookingCalls } from '../business/bookings.ts';
import { at, type People } from '../business/people.ts';
import type { Company } from '../company.ts';
import { type Call, percentile, sendSteadily } from '../load.ts';
import type { Figure } from '../targets.ts';

const PER_SECOND = 200;
const NAMES = ['Wei%20Ling%20Tan', 'Priya%20Nair', 'Kai%20Lim', 'Toa%20Payoh'];

/** 200 requests a second of all kinds, whether replies have come or not; times count from when a request was due. */
export async function measureMixedLoad(
  { kemas, people, clear }: Company,
  seconds: number,
): Promise<Figure[]> {
  const calls = mixedCalls(people, PER_SECOND * seconds);
  try {
    await sendSteadily(kemas.address, calls.slice(0, calls.length / 2), PER_SECOND / 2); // warms up
    await clear();
    const replies = await sendSteadily(kemas.address, calls, PER_SECOND);
    const times = replies.map(({ ms }) => ms);
    const failed = replies.filter(({ status }) => status === 0 || status >= 500);
    return [
      { target: 'mixed', of: '', value: percentile(times, 0.99) },
      { target: 'mixedFailures', of: '', value: failed.length },
    ];
  } finally {
    await clear();
  }
}

/** Of twenty requests 12 read, 1 books, 2 ask for free times, 1 for free cleaners, 2 search and 2 ask for a price. */
function mixedCalls(people: People, count: number): Call[] {
  const { office, cleaner, packageID, jobIDs, bookers, days, day } = people;
  const bookings = bookingCalls(people);
  const get = (path: string, token: string): Call => ({ path: `/api${path}`, token });
  const upcoming = `/jobs?status=paid&sortby=startTime&size=25&from_date=${day(0)}&stage=upcoming`;
  return Array.from({ length: count }, (_, nth): Call => {
    const { token, postal, addressID } = bookers[nth % bookers.length] ?? people.customer;
    const date = days[nth % days.length] ?? '';
    const visit = `packageID=${packageID}&postal=${postal}`;
    const startTime = at(date, '09:00');
    const oneJob = get(`/jobs/${jobIDs[nth % jobIDs.length]}`, office);
    const list = get(`/jobs?size=25&count=0&from=${(nth % 8) * 25}`, office);
    const book = bookings[Math.floor(nth / 20) % bookings.length] ?? oneJob;
    const askWhoIsFree = get(`/list-available?${visit}&startTime=${encodeURIComponent(startTime)}`, office);
    const calls = [
      oneJob,
      list,
      get(`/list-time-available?${visit}&date=${date}`, token),
      get('/jobs?size=25', token),
      get(`/jobs?size=25&q=${NAMES[nth % NAMES.length]}`, office),
      oneJob,
      get(upcoming, cleaner.token),
      { method: 'POST', path: '/api/jobs/quote', token, body: { packageID, addressID, startTime } } as const,
      list,
      nth % 20 === 9 ? book : askWhoIsFree,
    ];
    return calls[nth % calls.length] ?? oneJob;
  });
}
