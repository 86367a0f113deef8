import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkPlan } from '#features/work/dispatch/rules/check-plan.ts';
import { costOf } from '#features/work/dispatch/rules/plan-cost.ts';
import { isIncomplete, type Problem } from '#features/work/dispatch/rules/problem.ts';
import { homeCareProblem } from '#features/work/dispatch/rules/testing/home-care.ts';
import { plantedDay } from '#features/work/dispatch/rules/testing/planted-day.ts';
import { runSearch } from '#features/work/dispatch/server/run-search.ts';
import type { Figure } from '../targets.ts';

/**
 * The best values of instances/mankowska in github.com/iolab-uniud/hhcrsp (solutions/mankowska_best.md, March 2025), by
 * set and number. They are the best ones published there, not proven optima.
 */
const PUBLISHED: Readonly<Record<string, readonly number[]>> = {
  A: [218.199, 246.627, 305.858, 186.897, 189.543, 200.099, 225.369, 232.048, 222.295, 225.006],
  B: [428.097, 476.049, 399.089, 411.296, 366.338, 464.622, 328.671, 357.684, 402.671, 462.748],
  C: [943.728, 569.388, 541.116, 495.168, 655.717, 813.253, 511.887, 469.035, 535.075, 590.259],
  D: [1111.37, 652.226, 622.625, 773.043, 653.709, 688.151, 564.552, 650.619, 650.301, 1152.1],
  E: [1255.93, 778.38, 757.834, 687.228, 707.682, 748.906, 679.048, 707.114, 857.446, 788.076],
  F: [1236.95, 1206.94, 1128.6, 1037.03, 1191.46, 1219.84, 1062.99, 1070.92, 1177.93, 1260.04],
  G: [1650.16, 1591.75, 1379.68, 1418.59, 1540.88, 1619.5, 1468.5, 1420.91, 1742.76, 1634.01],
};

/** By set: the part of its file names. */
const FILES: Readonly<Record<string, string>> = {
  A: 'CPLEX_HCSRP_10',
  B: 'CPLEX_HCSRP_25',
  C: 'CPLEX_HCSRP_50',
  D: 'CPLEX_HCSRP_75',
  E: 'VNS_HCSRP_100',
  F: 'VNS_HCSRP_200',
  G: 'VNS_HCSRP_300',
};

const LARGE = ['E', 'F', 'G'];
const SECONDS = 30;
const SECONDS_OF_LARGE = 60;
/** One thread for each. */
const SEEDS = [1, 2];

export interface DispatchOptions {
  /** Where the instances are. */
  readonly folder: string;
  /** Instances of each set: all ten, or the first few. */
  readonly instances: number;
  /** The part of the time that each search gets, to see that it works. */
  readonly timeFactor: number;
  readonly log: (line: string) => void;
}

/** Plans published home-care instances, and a cleaning day that is known to be feasible. */
export async function measureDispatch(options: DispatchOptions): Promise<Figure[]> {
  const planted = await planDay(options);
  if (!existsSync(options.folder)) {
    options.log(
      `No instances in ${options.folder}. Get them with: git clone --depth 1 https://github.com/iolab-uniud/hhcrsp /tmp/hhcrsp && mkdir -p ${options.folder} && cp /tmp/hhcrsp/instances/mankowska/*.json ${options.folder}`,
    );
    return planted;
  }
  const figures: Figure[] = [];
  for (const [set, published] of Object.entries(PUBLISHED)) {
    const gaps: number[] = [];
    for (const [i, best] of published.slice(0, options.instances).entries()) {
      gaps.push(await gapOf(options, { set, number: i + 1, best }));
    }
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    options.log(`${set}: mean ${percent(mean)}, worst ${percent(Math.max(...gaps))}`);
    figures.push({
      target: LARGE.includes(set) ? 'homeCareLarge' : 'homeCare',
      of: `set ${set}`,
      value: mean,
    });
  }
  return [...planted, ...figures];
}

interface Instance {
  readonly set: string;
  readonly number: number;
  readonly best: number;
}

/** How much more the plan of an instance costs than the published one, in percent. */
async function gapOf(options: DispatchOptions, { set, number, best }: Instance): Promise<number> {
  const file = path.join(options.folder, `Instanz${FILES[set]}_${number}.json`);
  const problem = homeCareProblem(JSON.parse(await readFile(file, 'utf8')));
  const seconds = (LARGE.includes(set) ? SECONDS_OF_LARGE : SECONDS) * options.timeFactor;
  const { cost, iterations } = await planned(problem, seconds);
  const gap = 100 * (cost / best - 1);
  options.log(
    `${set}${number}: ${cost.toFixed(3)}, published ${best}, ${percent(gap)}; ${iterations} iterations`,
  );
  return gap;
}

/** 230 visits and 100 cleaners, made from a complete plan, so that every visit can be served. */
async function planDay({ timeFactor, log }: DispatchOptions): Promise<Figure[]> {
  const problem = plantedDay({ visits: 230, cleaners: 100, seed: 1 });
  const { plan, iterations } = await planned(problem, SECONDS * timeFactor);
  const left = plan.visits.filter(isIncomplete).length;
  const { rideMinutes } = { rideMinutes: costOf(problem, plan).ride };
  log(
    `230 visits, 100 cleaners: ${left} without a crew, ${Math.round(rideMinutes)} min of travel; ${iterations} iterations`,
  );
  return [{ target: 'dispatchLeft', of: '', value: left }];
}

async function planned(problem: Problem, seconds: number) {
  const found = await runSearch(problem, { seeds: SEEDS, seconds }).found;
  const broken = checkPlan(problem, found.plan);
  const { total } = costOf(problem, found.plan);
  if (broken.length > 0) throw new Error(`The plan breaks ${JSON.stringify(broken.slice(0, 5))}`);
  if (Math.abs(total - found.cost) > 1e-3) throw new Error(`The plan costs ${total}, not ${found.cost}`);
  return found;
}

function percent(value: number): string {
  return `${value > 0 ? '+' : ''}${value.toFixed(2)} %`;
}
