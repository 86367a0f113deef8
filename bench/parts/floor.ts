import { isDeepStrictEqual } from 'node:util';
import { bookingCalls } from '../business/bookings.ts';
import type { Company } from '../company.ts';
import { ask, type Call, type Load, median, sendAll } from '../load.ts';
import type { Server } from '../server.ts';
import type { Figure } from '../targets.ts';

const CONNECTIONS = 16;
const COMPARED = 30;
const BOOKINGS = 960;

type Ratio = 'oneJob' | 'fiftyJobs' | 'createjobs';

/** Requests a second of Kemas and of the floor server in alternation. @throws when the floor does less than it says */
export async function measureAgainstFloor(
  company: Company,
  { rounds, seconds }: { rounds: number; seconds: number },
  log: (line: string) => void,
): Promise<Figure[]> {
  await using floor = await startFloor(company);
  const figures: Figure[] = [];
  for (const [target, load] of Object.entries(loadsOf(company, seconds)) as [Ratio, Load][]) {
    await checkReplies(company, floor.server, load.calls.slice(0, COMPARED));
    const ratios: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const ours = await pace(company, company.kemas, load);
      const floors = await pace(company, floor.server, load);
      log(`${target.padEnd(10)} ${ours.toFixed(0)} of ${floors.toFixed(0)} requests/s`);
      ratios.push(ours / floors);
    }
    figures.push({ target, of: '', value: median(ratios.slice(1)) }); // the first round warms up
  }
  return figures;
}

/** Requests a second of the floor server for one job: how fast the machine is. */
export async function floorPace(company: Company, seconds: number): Promise<number> {
  await using floor = await startFloor(company);
  const { oneJob } = loadsOf(company, seconds);
  await pace(company, floor.server, oneJob); // warms up
  return await pace(company, floor.server, oneJob);
}

async function startFloor(company: Company) {
  const server = await company.startFloor();
  return { server, [Symbol.asyncDispose]: () => server.stop() };
}

function loadsOf({ people }: Company, seconds: number): Readonly<Record<Ratio, Load>> {
  const { office: token, jobIDs } = people;
  const repeated = { connections: CONNECTIONS, seconds };
  return {
    oneJob: { ...repeated, calls: jobIDs.map((id) => ({ path: `/api/jobs/${id}`, token })) },
    fiftyJobs: { ...repeated, calls: [{ path: '/api/jobs?size=50&count=0', token }] },
    createjobs: { connections: CONNECTIONS, calls: bookingCalls(people).slice(0, BOOKINGS) },
  };
}

/** Successful replies a second. */
async function pace(company: Company, { address }: Server, load: Load): Promise<number> {
  const result = await sendAll(address, load);
  if (load.seconds === undefined) await company.clear();
  return result['2xx'] / result.duration;
}

/** The floor reads the same jobs with the same crews, and books visits of as many cleaners. */
async function checkReplies(company: Company, floor: Server, calls: readonly Call[]): Promise<void> {
  const [ours, floors] = [await jobsOf(company, company.kemas, calls), await jobsOf(company, floor, calls)];
  if (isDeepStrictEqual(ours, floors)) return;
  throw new Error(`The floor's replies differ:\n${JSON.stringify(ours)}\n${JSON.stringify(floors)}`);
}

interface Job {
  readonly id: string;
  readonly cleaners: readonly { readonly id: string }[];
}

/** The jobs of the replies with their crews; of a new job only the number of cleaners, who may be others. */
async function jobsOf(company: Company, { address }: Server, calls: readonly Call[]): Promise<object[]> {
  const jobs: object[] = [];
  for (const call of calls) {
    const reply = await ask<Job | { readonly items: readonly Job[] }>(address, call);
    for (const { id, cleaners } of 'items' in reply ? reply.items : [reply]) {
      if (call.method === 'POST') jobs.push({ cleaners: cleaners.length });
      else jobs.push({ id, cleaners: cleaners.map((cleaner) => cleaner.id) });
    }
  }
  await company.clear();
  return jobs;
}
