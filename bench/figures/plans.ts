import type pg from 'pg';
import { median, send } from '../client.ts';
import { type PlanNode, planEssence } from '../report/plan-essence.ts';
import type { BySize, PlanResult, RequestResult, SizeName } from '../report/results.ts';
import type { Statement } from '../servers/child.ts';
import type { Site } from '../site.ts';
import { FREE_CLEANERS, requestFigures } from './requests.ts';

const IN_DATABASE_GOAL_MS = 1.5;

interface Explained {
  readonly Plan: PlanNode;
  readonly 'Execution Time': number;
}

/** What answers each request that only reads: the plans of its statements, with the values that it sent. */
export async function readPlans(site: Site, only: string): Promise<PlanResult[]> {
  const results: PlanResult[] = [];
  for (const { name, changes } of requestFigures(site.cast)) {
    if (!name.includes(only) || changes) continue;
    const plans: string[] = [];
    for (const statement of await readsOf(site, name)) {
      const explained = await explain(site.client, statement);
      plans.push(`${explained['Execution Time'].toFixed(1)} ms: ${planEssence(explained.Plan)}`);
    }
    results.push({ name, plans });
  }
  return results;
}

/** The statement that looks through everybody for who has time: see findFreeCleaners. */
const FINDS_FREE = /cleaner\.id not in/;

/** Time in the database, planning aside: of the statement that finds who is free, and of all of its request. */
export async function measureInDatabase(sites: readonly Site[], rounds: number): Promise<RequestResult[]> {
  return [
    await timeInDatabase(sites, rounds, { name: `${FREE_CLEANERS}, finding them`, part: FINDS_FREE }),
    await timeInDatabase(sites, rounds, { name: `${FREE_CLEANERS}, all of it`, part: /./ }),
  ];
}

async function timeInDatabase(
  sites: readonly Site[],
  rounds: number,
  { name, part }: { readonly name: string; readonly part: RegExp },
): Promise<RequestResult> {
  const ms: Partial<Record<SizeName, number>> = {};
  let count = 0;
  for (const site of sites) {
    const statements = (await readsOf(site, FREE_CLEANERS)).filter(({ text }) => part.test(text));
    const sums: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      let sum = 0;
      for (const statement of statements) sum += (await explain(site.client, statement))['Execution Time'];
      sums.push(sum);
    }
    ms[site.name] = median(sums);
    count = statements.length;
  }
  const bySize: BySize = ms;
  return { name, goal: IN_DATABASE_GOAL_MS, isIndexed: true, statements: count, ms: bySize };
}

/** The statements that read, of the figure with that name. */
async function readsOf({ cast, kemas }: Site, name: string): Promise<Statement[]> {
  const figure = requestFigures(cast).find((one) => one.name === name);
  if (figure === undefined) throw new Error(`There is no figure ${name}.`);
  const statements = await kemas.statementsOf(() => send(kemas.address, figure.call(0)));
  return statements.filter(({ text }) => /^\s*(select|with)\b/i.test(text));
}

async function explain(client: pg.Client, { text, values }: Statement): Promise<Explained> {
  const { rows } = await client.query<{ 'QUERY PLAN': [Explained] }>(
    `explain (analyze, timing off, buffers off, format json) ${text}`,
    [...values],
  );
  const [explained] = rows[0]?.['QUERY PLAN'] ?? [];
  if (explained === undefined) throw new Error(`No plan: ${text}`);
  return explained;
}
