import { isDeepStrictEqual } from 'node:util';
import { bookingCalls } from '../business/bookings.ts';
import type { Company } from '../company.ts';
import { ask, type Call, type Load, median, sendAll } from '../load.ts';
import type { Server } from '../server.ts';
import type { Figure } from '../targets.ts';

const CONNECTIONS = 16;
const COMPARED = 30;
const BOOKINGS = 960;
/** In these two bookings of the same visit differ. */
const OWN_FIELDS = new Set(['id', 'holdExpiresAt', 'createdAt', 'updatedAt']);

/** Requests a second of Kemas and of the floor server in alternation. @throws when their replies differ */
export async function measureAgainstFloor(
  company: Company,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Figure[]> {
  const { office, jobIDs } = company.people;
  const get = (path: string): Call => ({ path: `/api${path}`, token: office });
  const repeated = { connections: CONNECTIONS, seconds };
  const loads: Readonly<Record<'oneJob' | 'fiftyJobs' | 'createjobs', Load>> = {
    oneJob: { ...repeated, calls: jobIDs.map((id) => get(`/jobs/${id}`)) },
    fiftyJobs: { ...repeated, calls: [get('/jobs?size=50&count=0')] },
    createjobs: { connections: CONNECTIONS, calls: bookingCalls(company.people).slice(0, BOOKINGS) },
  };
  const floor = await company.startFloor();
  try {
    const figures: Figure[] = [];
    for (const [target, load] of Object.entries(loads) as [keyof typeof loads, Load][]) {
      await checkSameReplies(company, floor, load.calls);
      figures.push({ target, of: '', value: await ratio(company, floor, { load, rounds }) });
    }
    return figures;
  } finally {
    await floor.stop();
  }
}

/** The median of the rounds; the first one only warms up. */
async function ratio(
  company: Company,
  floor: Server,
  { load, rounds }: { load: Load; rounds: number },
): Promise<number> {
  const ratios: number[] = [];
  for (let round = 0; round <= rounds; round += 1)
    ratios.push((await pace(company, company.kemas, load)) / (await pace(company, floor, load)));
  return median(ratios.slice(1));
}

/** Successful replies a second. */
async function pace(company: Company, { address }: Server, load: Load): Promise<number> {
  const { replies, seconds } = await sendAll(address, load);
  if (load.seconds === undefined) await company.clear();
  return replies.filter(({ status }) => status < 300).length / seconds;
}

async function checkSameReplies(company: Company, floor: Server, all: readonly Call[]): Promise<void> {
  const calls = all.slice(0, COMPARED);
  const kemas = await repliesOf(company, company.kemas, calls);
  const floors = await repliesOf(company, floor, calls);
  for (const [i, call] of calls.entries()) {
    if (isDeepStrictEqual(kemas[i], floors[i])) continue;
    throw new Error(
      `The floor's reply to ${call.path} differs:\n${JSON.stringify(kemas[i])}\n${JSON.stringify(floors[i])}`,
    );
  }
}

async function repliesOf(company: Company, { address }: Server, calls: readonly Call[]): Promise<object[]> {
  const replies: object[] = [];
  for (const call of calls) {
    const reply = await ask<object>(address, call);
    const shared = Object.entries(reply).filter(([name]) => call.method !== 'POST' || !OWN_FIELDS.has(name));
    replies.push(Object.fromEntries(shared));
  }
  await company.clear();
  return replies;
}
