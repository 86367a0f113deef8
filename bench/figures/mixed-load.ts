import { bookingCalls } from '../business/bookings.ts';
import { at, type Cast } from '../business/cast.ts';
import type { Call } from '../client.ts';
import { withLoad } from '../load/load.ts';
import type { MixedLoadResult } from '../report/results.ts';
import type { Site } from '../site.ts';
import { freeCleanersPath } from './requests.ts';

const PER_SECOND = 200;
const GOAL_MS = 50;

/** Of each twenty requests: 60 % reads, 5 % bookings, 10 % free times, 5 % free cleaners, 10 % searches, 10 % prices. */
const SHARES: readonly [kind: string, of20: number][] = [
  ['one job', 4],
  ['list of 25', 4],
  ["a customer's own", 2],
  ["a cleaner's upcoming", 2],
  ['createjob', 1],
  ['free times of a day', 2],
  ['free cleaners', 1],
  ['search', 2],
  ['quote', 2],
];

/** Many people at once, each asking when they ask, whether the others have their reply or not. */
export async function measureMixedLoad(site: Site, seconds: number): Promise<MixedLoadResult> {
  const { cast, name: size } = site;
  const calls = mixedCalls(cast, PER_SECOND * seconds);
  const { kemas } = site;
  const { address } = kemas;
  try {
    const report = await withLoad(async (run) => {
      // What has never run is slow for a while: a hundredth of the requests is soon full of it, and who falls behind at
      // the start answers late to the end.
      const warmUp = { kind: 'open', perSecond: PER_SECOND / 2, seconds: seconds / 2 } as const;
      await run({ address, calls, shape: warmUp });
      await site.clear();
      const before = (await kemas.condition()).cpu;
      const loaded = await run({ address, calls, shape: { kind: 'open', perSecond: PER_SECOND, seconds } });
      return { ...loaded, cpu: ((await kemas.condition()).cpu - before) / calls.length };
    });
    return { size, perSecond: PER_SECOND, goal: GOAL_MS, ...report };
  } finally {
    await site.clear();
  }
}

/** The kinds in turn, each kind's calls one after the other. */
function mixedCalls(cast: Cast, count: number): Call[] {
  const makers = callsByKind(cast);
  const bookings = bookingCalls(cast);
  const order = SHARES.flatMap(([kind, of20]) => Array.from({ length: of20 }, () => kind));
  const nths = new Map<string, number>();
  return Array.from({ length: count }, (_, i) => {
    // Seven and twenty share no factor: neighbours are of different kinds.
    const kind = order[(i * 7) % order.length] ?? '';
    const nth = nths.get(kind) ?? 0;
    nths.set(kind, nth + 1);
    const booking = kind === 'createjob' ? bookings[nth] : undefined;
    return { kind, ...(booking ?? makers[kind]?.(nth) ?? { path: '/api/jobs' }) };
  });
}

const WORDS = ['Wei%20Ling%20Tan', 'Priya%20Nair', 'Kai%20Lim', 'Toa%20Payoh'];

function callsByKind(cast: Cast): Readonly<Record<string, (nth: number) => Call>> {
  const { office, cleaner, packageID } = cast;
  const bookerAt = (nth: number) => cast.bookers[nth % cast.bookers.length] ?? cast.customer;
  const dayAt = (nth: number) => cast.days[nth % cast.days.length] ?? '';
  const get = (path: string, token: string): Call => ({ path: `/api${path}`, token });
  const upcoming = `/jobs?status=paid&sortby=startTime&size=25&from_date=${cast.day(0)}&stage=upcoming`;
  return {
    'one job': (nth) => get(`/jobs/${cast.jobIDs[nth % cast.jobIDs.length]}`, office),
    'list of 25': (nth) => get(`/jobs?size=25&count=0&from=${(nth % 8) * 25}`, office),
    "a customer's own": (nth) => get('/jobs?size=25', bookerAt(nth).token),
    "a cleaner's upcoming": () => get(upcoming, cleaner.token),
    'free times of a day': (nth) => {
      const { postal, token } = bookerAt(nth);
      return get(`/list-time-available?packageID=${packageID}&postal=${postal}&date=${dayAt(nth)}`, token);
    },
    'free cleaners': (nth) => get(freeCleanersPath({ ...cast, customer: bookerAt(nth) }, dayAt(nth)), office),
    search: (nth) => get(`/jobs?size=25&q=${WORDS[nth % WORDS.length]}`, office),
    quote: (nth) => {
      const { addressID, token } = bookerAt(nth);
      const body = { packageID, addressID, startTime: at(dayAt(nth), '09:00') };
      return { method: 'POST', path: '/api/jobs/quote', token, body };
    },
  };
}
