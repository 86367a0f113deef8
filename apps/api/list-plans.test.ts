import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBookingApp } from '#features/booking/server/testing/booking-app.ts';
import type { CallDefinition } from '#platform/contract/call.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As, TestApp } from '#platform/testing/test-app.ts';
import { features } from './features.ts';

/** Tables that grow as the business does: no list may read one of them whole. */
const LARGE = new Set([
  'cleaner_occupation',
  'credit_gift',
  'credit_lot',
  'credit_movement',
  'customer',
  'customer_address',
  'job',
  'job_checklist_item',
  'job_crew',
  'job_hold',
  'money_transaction',
  'payment_allocation',
  'payment_attempt',
  'time_off',
]);

/** Their sorts, filters and searches are tried. */
const LISTS = ['/jobs', '/customers', '/customers-addresses', '/transactions', '/credits/list'];

/** A filter's values to try, where its schema alone does not say. */
const ID = '01900000-0000-7000-8000-000000000001';
const FILTERS: Readonly<Record<string, readonly string[]>> = {
  '/jobs': [
    `customerID=${ID}`,
    `cleanerID=${ID}`,
    `seriesID=${ID}`,
    'status=*',
    'status=paid',
    'status=cancelled',
    'jobType=regular',
    'stage=upcoming',
    'stage=in-progress',
    'stage=done',
    'from_date=2026-11-01&to_date=2026-11-30',
    'trash=1',
    'q=Tan',
    'q=Wei%20Ling%20Tan',
    'q=9123%204501',
    'q=Ng',
  ],
  '/customers': ['q=Tan', 'q=Wei%20Tan', 'trash=1'],
  '/customers-addresses': [`customerID=${ID}`, 'q=310145', 'trash=1'],
  '/credits/list': [
    `customerID=${ID}`,
    `customerID=${ID}&empty=1`,
    'perHour=27',
    'empty=1',
    'q=Tan',
    'q=Wei%20Tan',
  ],
  '/transactions': [
    `customerID=${ID}`,
    `jobID=${ID}`,
    'from_date=2026-11-01',
    'q=Tan',
    'q=Wei%20Tan',
    'trash=1',
  ],
};

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

let app: TestApp;
let office: As;
let plans: PlanNode[] = [];

beforeAll(async () => {
  app = await startBookingApp({ features });
  office = await signedIn(app, 'admin');
  // The planner is asked for the way it would go in a large table: an index, where there is one.
  app.database.pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      const at = message.indexOf('{');
      if (at >= 0) plans.push((JSON.parse(message.slice(at)) as { Plan: PlanNode }).Plan);
    });
    void client.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_format = json;
      set client_min_messages = log; set enable_seqscan = off; set enable_sort = off`);
  });
});
afterAll(() => app.close());

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const scanned = () =>
  plans
    .flatMap(nodesOf)
    .filter((node) => node['Node Type'] === 'Seq Scan' && LARGE.has(node['Relation Name'] ?? ''))
    .map((node) => node['Relation Name']);
/** Rows that are all sorted before the first few of them are taken. */
const sorted = () =>
  plans
    .flatMap(nodesOf)
    .filter((node) => node['Node Type'] === 'Limit')
    .flatMap(nodesOf)
    .filter((node) => node['Node Type'] === 'Sort');

async function plansOf(path: string, query: string): Promise<void> {
  plans = [];
  const reply = await app.api.fastify.inject({
    url: `/api${path}?${query}`,
    headers: { authorization: `Bearer ${office.jwt}` },
  });
  expect(reply.statusCode).toBe(200);
  expect(plans.length).toBeGreaterThan(0);
}

function sortsOf(path: string): string[] {
  const call = app.api.calls.find((one) => one.method === 'GET' && one.path === path) as CallDefinition;
  const { sortby } = (call.query as unknown as { shape: Record<string, { unwrap(): { options: string[] } }> })
    .shape;
  return sortby?.unwrap().options ?? [];
}

describe.each(LISTS)('%s', (path) => {
  it('is read in the order of an index, by each sort', async () => {
    for (const by of sortsOf(path)) {
      for (const order of ['asc', 'desc']) {
        await plansOf(path, `sortby=${by}&order=${order}&size=25`);
        expect([by, order, scanned(), sorted().length]).toEqual([by, order, [], 0]);
      }
    }
  });

  it.each(FILTERS[path] ?? [])('reads no large table whole with %s', async (filter) => {
    await plansOf(path, `${filter}&size=25`);
    expect(scanned()).toEqual([]);
  });
});
