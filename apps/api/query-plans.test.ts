import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { startBookingApp } from '#features/booking/booking/server/testing/booking-app.ts';
import { makeWorld } from '#features/booking/booking/server/testing/world.ts';
import { homeFields } from '#features/people/customers/address-shapes.ts';
import { applicationFields } from '#features/site/applications/contract.ts';
import { requestFields } from '#features/site/contact-requests/contract.ts';
import { columnOf } from '#platform/server/database/column-names.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { features } from './features.ts';

/** Tables that grow with the business. */
const LARGE = new Set([
  'application',
  'audit_entry',
  'cleaner_occupation',
  'contact_request',
  'credit_lot',
  'customer',
  'customer_address',
  'job',
  'job_crew',
  'ledger_entry',
  'message',
  'money_transaction',
  'visit_last_told',
]);

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

const plans: PlanNode[] = [];
const app = await startBookingApp({ features });
collectPlans(app.database.pool);
const world = await makeWorld(app.context(), { customers: 1, cleaners: 1 });
const office = await signedIn(app, 'admin');
const job = '01900000-0000-7000-8000-000000000001';
const visit = `packageID=${world.packageID}&postal=310145`;

describe('uses an index at production size', () => {
  it.each([
    `/jobs/${job}`,
    '/jobs?size=25',
    '/jobs?size=25&sortby=customer&order=desc',
    '/jobs?size=25&q=Wei%20Ling%20Tan',
    '/jobs?size=25&stage=upcoming&needs=crew',
    `/jobs?size=25&customerID=${world.customers[0]?.id}`,
    '/customers?size=25&sortby=fullname&q=Tan',
    '/customers-addresses?size=25&q=Orchard',
    '/contact-requests?size=25&q=ovens',
    '/join-us?size=25&q=Lina',
    '/transactions?size=25&sortby=total',
    '/credits/list?size=25&sortby=expiresAt',
    `/messages?size=25&jobID=${job}`,
    `/list-time-available?${visit}&date=2026-12-01`,
    '/jobs?size=25&q=%232496',
    '/audit?size=50',
    `/audit?size=50&kind=job&record=${job}`,
    '/audit?size=50&q=Wei%20Ling',
    '/audit?size=50&group=money&from_date=2026-11-01&to_date=2026-11-30',
    '/search?q=Wei%20Ling%20Tan',
    '/search?q=5617',
    '/search?q=310145',
    '/pay/hours?month=2026-11',
    '/pay/sheets',
    '/pay/sheets/2026-11',
    '/overview/counts',
    '/overview',
    '/day-board?day=2026-12-01',
    '/day-board/week?day=2026-12-01',
    '/statistics/money',
    '/statistics/visits',
    '/statistics/customers',
    '/statistics/hours-owed',
  ])('%s does a full scan of no large table', async (address) => {
    const headers = { authorization: `Bearer ${office.jwt}` };
    const scans = await largeScans(() => app.request({ method: 'GET', url: `/api${address}`, headers }));
    expect(scans.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  });

  it('the task that sends notifications of changes does a full scan of no large table', async () => {
    const tell = app.services.composed.tasks['tell-of-changes'];
    const scans = await largeScans(() => tell?.(app.context(), { jobID: job }));
    expect(scans.length).toBeGreaterThan(0);
    // It does not sort or limit, so an index scan without a condition would read the whole index, too.
    expect(scans.filter((node) => node['Index Cond'] === undefined)).toEqual([]);
  });
});

it.each([
  ['application', applicationFields],
  ['contact_request', requestFields],
  ['customer_address', homeFields],
] as const)(
  'the index of words of %s has the columns that its list searches, in the same order',
  async (table, fields) => {
    const found = await app.database.pool.query('select pg_get_indexdef($1::regclass) as index', [
      `${table}_words`,
    ]);
    const columns = [...String(found.rows[0]?.index).matchAll(/\|\| ([a-z_0-9]+)/g)].map(
      ([, column]) => column,
    );
    expect(columns).toEqual(fields.searched.map(columnOf));
  },
);

/** The scans of large tables and of their indexes while `work` runs. */
async function largeScans(work: () => Promise<unknown> | undefined): Promise<PlanNode[]> {
  plans.length = 0;
  await work();
  expect(plans.length).toBeGreaterThan(0);
  return plans
    .flatMap(nodesOf)
    .filter((node) => /^(Seq|Index|Index Only) Scan$/.test(node['Node Type']))
    .filter((node) => LARGE.has(node['Relation Name'] ?? ''));
}

/** Collects the plans of all statements. The planner is told to prefer an index, as it would for a large table. */
function collectPlans(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      const at = message.indexOf('{');
      if (at >= 0) plans.push((JSON.parse(message.slice(at)) as { Plan: PlanNode }).Plan);
    });
    void client.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_format = json;
      set client_min_messages = log; set enable_seqscan = off; set enable_sort = off`);
  });
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
