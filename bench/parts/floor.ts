import { isDeepStrictEqual } from 'node:util';
import { bookingCalls } from '../business/bookings.ts';
import type { Company } from '../company.ts';
import { ask, type Call, type Load, median, sendAll } from '../load.ts';
import type { Server } from '../server.ts';
import type { Figure } from '../targets.ts';

const CONNECTIONS = 16;
const COMPARED = 30;
const BOOKINGS = 960;

/** Requests a second of Kemas and of the floor server in alternation. @throws when they send other jobs or crews */
export async function measureAgainstFloor(
  company: Company,
  { rounds, seconds }: { rounds: number; seconds: number },
  log: (line: string) => void,
): Promise<Figure[]> {
  const { office: token, jobIDs } = company.people;
  const repeated = { connections: CONNECTIONS, seconds };
  const loads: readonly (readonly [Figure['target'], Load])[] = [
    ['oneJob', { ...repeated, calls: jobIDs.map((id) => ({ path: `/api/jobs/${id}`, token })) }],
    ['fiftyJobs', { ...repeated, calls: [{ path: '/api/jobs?size=50&count=0', token }] }],
    ['createjobs', { connections: CONNECTIONS, calls: bookingCalls(company.people).slice(0, BOOKINGS) }],
  ];
  const floor = await company.startFloor();
  try {
    const figures: Figure[] = [];
    for (const [target, load] of loads) {
      await checkSameJobs(company, floor, load.calls.slice(0, COMPARED));
      const ratios: number[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const ours = await pace(company, company.kemas, load);
        const floors = await pace(company, floor, load);
        log(`${target.padEnd(10)} ${ours.toFixed(0)} of ${floors.toFixed(0)} requests/s`);
        ratios.push(ours / floors);
      }
      figures.push({ target, of: '', value: median(ratios.slice(1)) }); // the first round warms up
    }
    return figures;
  } finally {
    await floor.stop();
  }
}

/** Successful replies a second. */
async function pace(company: Company, { address }: Server, load: Load): Promise<number> {
  const result = await sendAll(address, load);
  if (load.seconds === undefined) await company.clear();
  return result['2xx'] / result.duration;
}

async function checkSameJobs(company: Company, floor: Server, calls: readonly Call[]): Promise<void> {
  const kemas = await jobsOf(company, company.kemas, calls);
  const floors = await jobsOf(company, floor, calls);
  if (isDeepStrictEqual(kemas, floors)) return;
  throw new Error(`The floor's jobs differ:\n${JSON.stringify(kemas)}\n${JSON.stringify(floors)}`);
}

interface Job {
  readonly id: string;
  readonly cleaners: readonly { readonly id: string }[];
}

/** Which jobs are in the replies, and who works there. */
async function jobsOf(company: Company, { address }: Server, calls: readonly Call[]): Promise<string[][]> {
  const jobs: string[][] = [];
  for (const call of calls) {
    const reply = await ask<Job | { readonly items: readonly Job[] }>(address, call);
    for (const { id, cleaners } of 'items' in reply ? reply.items : [reply]) {
      const crew = cleaners.map((cleaner) => cleaner.id);
      jobs.push(call.method === 'POST' ? crew : [id, ...crew]); // a new job has a new id
    }
  }
  await company.clear();
  return jobs;
}
