import { bookingCalls } from '../business/bookings.ts';
import { type Call, median } from '../client.ts';
import { type LoadShape, type RunLoad, withLoad } from '../load/load.ts';
import type { Pace, ThroughputResult } from '../report/results.ts';
import type { Server } from '../servers/child.ts';
import type { Site } from '../site.ts';
import { comparePaidBookings } from './paid-bookings.ts';
import { checkSameReplies } from './same-replies.ts';

const AT_ONCE = 16;

interface Figure {
  readonly name: string;
  /** Kemas' requests a second against the floor's. */
  readonly goal: number;
  readonly calls: readonly Call[];
  /** Each call once: it changes something. */
  readonly once: boolean;
}

interface Rounds {
  readonly rounds: number;
  readonly seconds: number;
  /** Bookings of a round, that are paid for. */
  readonly count: number;
}

function figures(site: Site): Figure[] {
  const { jobIDs, office } = site.cast;
  const get = (path: string): Call => ({ path: `/api${path}`, token: office });
  return [
    { name: 'one job', goal: 0.7, calls: jobIDs.map((id) => get(`/jobs/${id}`)), once: false },
    { name: '50 jobs', goal: 0.7, calls: [get('/jobs?size=50&count=0')], once: false },
    { name: 'createjob', goal: 0.5, calls: bookingCalls(site.cast), once: true },
  ];
}

/** Requests a second of Kemas and of the floor, in alternation. @throws when their replies differ */
export async function measureThroughput(site: Site, rounds: Rounds): Promise<ThroughputResult[]> {
  const floor = await site.start('floor.ts');
  try {
    const results: ThroughputResult[] = [];
    for (const figure of figures(site)) {
      await checkSameReplies(site, floor, figure.calls);
      results.push(await withLoad((run) => compare({ site, floor, run }, figure, rounds)));
    }
    return [...results, ...(await comparePaidBookings(site, floor, rounds))];
  } finally {
    await floor.stop();
  }
}

interface Rivals {
  readonly site: Site;
  readonly floor: Server;
  readonly run: RunLoad;
}

async function compare(
  { site, floor, run }: Rivals,
  figure: Figure,
  { rounds, seconds }: Rounds,
): Promise<ThroughputResult> {
  const { name, calls, once, goal } = figure;
  const paceOf = async (server: Server): Promise<Pace> => {
    const shape: LoadShape = { kind: 'closed', concurrency: AT_ONCE, seconds, once };
    const before = (await server.condition()).cpu;
    const { statuses, seconds: took } = await run({ address: server.address, calls, shape });
    const good = (statuses[200] ?? 0) + (statuses[201] ?? 0);
    const cpu = (await server.condition()).cpu - before;
    if (once) await site.clear();
    return { perSecond: good / took, cpu: cpu / good };
  };
  const pairs: { readonly kemas: Pace; readonly floor: Pace }[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const pair = { kemas: await paceOf(site.kemas), floor: await paceOf(floor) };
    if (round >= 0) pairs.push(pair); // the first warms both up
  }
  return {
    name,
    size: site.name,
    kemas: medianPace(pairs.map((pair) => pair.kemas)),
    floor: medianPace(pairs.map((pair) => pair.floor)),
    ratio: median(pairs.map((pair) => pair.kemas.perSecond / pair.floor.perSecond)),
    goal,
  };
}

function medianPace(paces: readonly Pace[]): Pace {
  return {
    perSecond: median(paces.map((pace) => pace.perSecond)),
    cpu: median(paces.map((pace) => pace.cpu)),
  };
}
