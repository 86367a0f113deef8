import { bookingCalls } from '../business/bookings.ts';
import type { Call } from '../client.ts';
import { type LoadShape, withLoad } from '../load/load.ts';
import type { SingleResult } from '../report/results.ts';
import type { Server } from '../servers/child.ts';
import type { Site } from '../site.ts';

const MEGABYTE = 2 ** 20;
const LOOK_EVERY_MS = 100;

/** Does something and looks at the server's memory meanwhile: the most that was met, bytes. */
export async function peakDuring<T>(
  server: Server,
  work: () => Promise<T>,
): Promise<{ result: T; peak: number }> {
  let peak = 0;
  let isDone = false;
  const watching = (async () => {
    while (!isDone) {
      peak = Math.max(peak, (await server.condition()).rss);
      await new Promise((next) => setTimeout(next, LOOK_EVERY_MS));
    }
  })();
  try {
    return { result: await work(), peak };
  } finally {
    isDone = true;
    await watching;
  }
}

/** What a process holds: each load meets one that has just begun. */
export async function measureMemory(site: Site, seconds: number): Promise<SingleResult[]> {
  const { office, customer, packageID, day } = site.cast;
  const months = `packageID=${packageID}&postal=${customer.postal}&from_date=${day(2)}&to_date=${day(32)}`;
  const get = (path: string): Call => ({ path: `/api${path}`, token: office });
  const loads: readonly [string, readonly Call[], LoadShape][] = [
    ['under lists of 50 jobs, 16 at a time', [get('/jobs?size=50')], closed(16, seconds)],
    ['under bookings, 8 at a time', bookingCalls(site.cast), closed(8, seconds, true)],
    ['under months of free times, 8 at a time', [get(`/list-time-available?${months}`)], closed(8, seconds)],
  ];
  const result = (name: string, bytes: number, goal: number): SingleResult => {
    return { name, size: site.name, value: bytes / MEGABYTE, unit: 'MB', goal };
  };
  const atRest: number[] = [];
  const results: SingleResult[] = [];
  for (const [name, calls, shape] of loads) {
    const kemas = await site.start('kemas.ts');
    try {
      await new Promise((settled) => setTimeout(settled, 1000));
      atRest.push((await kemas.condition()).rss);
      const work = () => withLoad((run) => run({ address: kemas.address, calls, shape }));
      results.push(result(name, (await peakDuring(kemas, work)).peak, 200));
    } finally {
      await kemas.stop();
      await site.clear();
    }
  }
  return [result('at rest', Math.max(...atRest), 120), ...results];
}

function closed(concurrency: number, seconds: number, once = false): LoadShape {
  return { kind: 'closed', concurrency, seconds, once };
}
