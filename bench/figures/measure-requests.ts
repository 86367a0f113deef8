import { setTimeout } from 'node:timers/promises';
import { GOOD_FOR } from '#platform/server/lists/totals.ts';
import { median, send } from '../client.ts';
import type { RequestResult, SizeName } from '../report/results.ts';
import type { Site } from '../site.ts';
import type { RequestFigure } from './request-figure.ts';
import { requestFigures } from './requests.ts';

interface Rounds {
  /** Before the first that counts: a statement is prepared when it is met for the fifth time. */
  readonly warmUp: number;
  readonly counted: number;
}

/** What books or pays runs for nothing else: compiled after so many times as many rounds as what is read all the time. */
const LONGER_WARM_UP = 4;
/** A long list's total is forgotten after so many times as long as it took; waiting for it, so many rounds have to do. */
const FORGOTTEN_AFTER = 2 * GOOD_FOR + 1;
const FORGETTING = 5;

/**
 * One request after the other, nothing else going on. Each round asks the sites in turn, so that what else the machine
 * does falls on all of them.
 */
export async function measureRequests(
  sites: readonly Site[],
  { only, rounds, log }: { only: string; rounds: Rounds; log: (line: string) => void },
): Promise<RequestResult[]> {
  const bySite = sites.map((site) => requestFigures(site.cast));
  const results: RequestResult[] = [];
  for (const [i, { name, goal, isIndexed, countsAnew, changes }] of (bySite[0] ?? []).entries()) {
    if (!name.includes(only)) continue;
    const figures = sites.flatMap((site, at) => {
      const figure = bySite[at]?.[i];
      return figure === undefined
        ? []
        : [{ site, figure, times: [] as number[], statements: [] as number[], cpu: [] as number[] }];
    });
    let longest = 0;
    const counted = countsAnew ? Math.min(FORGETTING, rounds.counted) : rounds.counted;
    const warmUp = rounds.warmUp * (changes ? LONGER_WARM_UP : 1);
    for (let nth = 0; nth < warmUp + counted; nth += 1) {
      if (countsAnew && nth >= warmUp) {
        await setTimeout(longest * FORGOTTEN_AFTER);
        longest = 0;
      }
      for (const each of figures) longest = Math.max(longest, await askOnce(each, nth, nth >= warmUp));
    }
    const ms: Partial<Record<SizeName, number>> = {};
    for (const { site, times } of figures) ms[site.name] = median(times);
    const { statements = [], cpu = [] } = figures.at(-1) ?? {};
    results.push({ name, goal, isIndexed, ms, statements: median(statements), cpu: median(cpu) });
    log(
      `${name.padEnd(40)} ${Object.values(ms)
        .map((each) => each.toFixed(1))
        .join(' → ')} ms`,
    );
  }
  for (const site of sites) await site.clear();
  return results;
}

interface Measuring {
  readonly site: Site;
  readonly figure: RequestFigure;
  readonly times: number[];
  readonly statements: number[];
  readonly cpu: number[];
}

/** Returns how long it took, ms. @throws when the server refuses: such a figure would say nothing. */
async function askOnce(
  { site, figure, times, statements, cpu }: Measuring,
  nth: number,
  counts: boolean,
): Promise<number> {
  const before = await site.kemas.condition();
  const answer = await send(site.kemas.address, figure.call(nth));
  const after = await site.kemas.condition();
  if (answer.status >= 300) throw new Error(`${figure.name}: ${answer.status} ${answer.body.slice(0, 300)}`);
  if (counts) {
    times.push(answer.total);
    statements.push(after.statements - before.statements);
    cpu.push(after.cpu - before.cpu);
  }
  return answer.total;
}
