import { isDeepStrictEqual } from 'node:util';
import { bookingCalls } from '../business/bookings.ts';
import { ask, type Call, median } from '../client.ts';
import type { Pace, ThroughputResult } from '../report/results.ts';
import type { Server } from '../servers/child.ts';
import type { Site } from '../site.ts';
import { queueIsEmpty } from './commits.ts';

const AT_ONCE = 16;
const GOAL = 0.5;

/** How somebody pays for what they have just booked. */
const WAYS = { 'with hours': payWithHours, 'by card': payByCard } as const;
type Way = keyof typeof WAYS;

export interface HeldJob {
  readonly id: string;
  readonly amountToPay: number;
}

interface Booked {
  readonly rounds: number;
  /** Bookings of a round. */
  readonly count: number;
}

/**
 * From choosing a time to having paid for it, 16 people at a time, each with a booking of their own: Kemas and the floor in
 * alternation. @throws when their replies differ
 */
export async function comparePaidBookings(
  site: Site,
  floor: Server,
  { rounds, count }: Booked,
): Promise<ThroughputResult[]> {
  const results: ThroughputResult[] = [];
  for (const way of Object.keys(WAYS) as Way[]) {
    await checkSamePayments(site, floor, way);
    const pairs: { readonly kemas: Pace; readonly floor: Pace }[] = [];
    for (let round = -1; round < rounds; round += 1) {
      const pair = {
        kemas: await paceOf(site, site.kemas, { way, count }),
        floor: await paceOf(site, floor, { way, count }),
      };
      if (round >= 0) pairs.push(pair); // the first warms both up
    }
    const ratio = median(pairs.map((pair) => pair.kemas.perSecond / pair.floor.perSecond));
    const middle = (whose: 'kemas' | 'floor'): Pace => ({
      perSecond: median(pairs.map((pair) => pair[whose].perSecond)),
      cpu: median(pairs.map((pair) => pair[whose].cpu)),
    });
    const name = `createjob and payment ${way}`;
    results.push({
      name,
      size: site.name,
      kemas: middle('kemas'),
      floor: middle('floor'),
      ratio,
      goal: GOAL,
    });
  }
  return results;
}

async function paceOf(
  site: Site,
  server: Server,
  { way, count }: { readonly way: Way; readonly count: number },
): Promise<Pace> {
  const left = bookingCalls(site.cast).slice(0, count);
  if (way === 'with hours') await giveHours(site, left);
  const before = (await server.condition()).cpu;
  const began = performance.now();
  const book = async () => {
    for (let call = left.pop(); call !== undefined; call = left.pop()) await bookAndPay(server, way, call);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, book));
  const perSecond = (count * 1000) / (performance.now() - began);
  const cpu = ((await server.condition()).cpu - before) / count;
  // What is sent about a booking that has gone would be tried again and again.
  await queueIsEmpty(site.client);
  await site.clear();
  return { perSecond, cpu };
}

async function bookAndPay({ address }: Server, way: Way, call: Call): Promise<object> {
  const job = await ask<HeldJob>(address, call);
  return ask<object>(address, WAYS[way](call, job));
}

export function payByCard({ token }: Call, job: HeldJob): Call {
  const body = { stripeToken: 'tok_visa', total: job.amountToPay };
  return { method: 'POST', path: `/api/jobs/${job.id}/commit`, token, body };
}

function payWithHours({ token }: Call, { id: jobID }: HeldJob): Call {
  return { method: 'POST', path: '/api/customers/updatecredit', token, body: { jobID } };
}

/** Whoever books here has enough for all of it: the office writes it down. */
async function giveHours({ cast, kemas }: Site, calls: readonly Call[]): Promise<void> {
  const tokens = new Set(calls.map(({ token }) => token));
  const bookers = cast.bookers.filter(({ token }) => tokens.has(token));
  const give = async () => {
    for (let one = bookers.pop(); one !== undefined; one = bookers.pop()) {
      const body = { credits: [{ perHour: 27, numCredits: 30 }], creditsReason: 'For the bench' };
      const path = `/api/customers_admin/${one.id}/update`;
      await ask(kemas.address, { method: 'POST', path, token: cast.office, body });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, give));
}

/** What two payments for the same visit differ in. */
const OF_THE_MOMENT = new Set(['id', 'transactionID', 'createdAt', 'updatedAt', 'paidAt']);
const COMPARED = 5;

async function checkSamePayments(site: Site, floor: Server, way: Way): Promise<void> {
  const calls = bookingCalls(site.cast).slice(0, COMPARED);
  const [kemas, floors] = [await repliesOf(site.kemas), await repliesOf(floor)];
  async function repliesOf(server: Server): Promise<object[]> {
    if (way === 'with hours') await giveHours(site, calls);
    const replies: object[] = [];
    for (const call of calls) replies.push(await bookAndPay(server, way, call));
    await queueIsEmpty(site.client);
    await site.clear();
    return replies.map(withoutMoment);
  }
  if (isDeepStrictEqual(kemas, floors)) return;
  throw new Error(`The floor pays otherwise ${way}:\n${JSON.stringify(kemas)}\n${JSON.stringify(floors)}`);
}

function withoutMoment(reply: object): object {
  const job: object = 'job' in reply ? { job: withoutMoment(reply.job as object) } : {};
  const stable = Object.entries(reply).filter(([name]) => !OF_THE_MOMENT.has(name));
  return { ...Object.fromEntries(stable), ...job };
}
