import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBookingApp } from '#features/booking/server/testing/booking-app.ts';
import { readFeed } from '#features/calendar/server/feed-jobs.ts';
import { findFeed } from '#features/calendar/server/feeds.ts';
import { addPayer } from '#features/payments/server/testing/sales.ts';
import { createPromoCode } from '#features/promo-codes/contract.ts';
import { sweepPhotos } from '#features/visits/server/forget-photos.ts';
import { photosOf } from '#features/visits/server/photo-rows.ts';
import type { CallDefinition } from '#platform/contract/call.ts';
import { anyone } from '#platform/kernel/actor.ts';
import { writeCursor } from '#platform/server/lists/cursor.ts';
import { collectPlans, nodesOf, type PlanNode, scannedOf } from '#platform/testing/query-plans.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As, TestApp } from '#platform/testing/test-app.ts';
import { features } from './features.ts';
import { LARGE } from './testing/large-tables.ts';

/** Their sorts, filters and searches are tried. */
const LISTS = [
  '/jobs',
  '/customers',
  '/customers-addresses',
  '/transactions',
  '/credits/list',
  '/customers-credits/:id/movements',
  '/promocodes/:id/uses',
  '/contact-requests',
  '/join-us',
  '/logsignup',
  '/reviews',
  '/messages',
  '/conversations',
  '/cleaners/list-block-booking',
];

/** A filter's values to try, where its schema alone does not say. */
const ID = '01900000-0000-7000-8000-000000000001';
const FILTERS: Readonly<Record<string, readonly string[]>> = {
  '/jobs': [
    `customerID=${ID}`,
    `cleanerID=${ID}`,
    `cleanerID=${ID}&stage=upcoming`,
    `seriesID=${ID}`,
    'status=*',
    'status=paid',
    'status=cancelled',
    'jobType=regular',
    'stage=upcoming',
    'stage=in-progress',
    'stage=done',
    'needs=crew',
    'needs=start',
    'from_date=2026-11-01&to_date=2026-11-30',
    'trash=1',
    'q=Tan',
    'q=Wei%20Ling%20Tan',
    'q=9123%204501',
    'q=%2B65%209123%204501',
    'q=%E7%8E%8B%E7%BE%8E%E7%8E%B2',
    'q=Ng',
  ],
  '/customers': [
    'q=Tan',
    'q=Wei%20Tan',
    'q=310145',
    'q=Tan%20310145',
    'q=%2B65%209123%204501',
    'q=%E7%8E%8B%E7%BE%8E%E7%8E%B2',
    'confirmed=0',
    'confirmed=1',
    'credits=0',
    'credits=1',
    'trash=1',
  ],
  '/customers-addresses': [`customerID=${ID}`, 'q=310145', 'trash=1'],
  '/credits/list': [
    `customerID=${ID}`,
    `customerID=${ID}&empty=1`,
    'perHour=27',
    'empty=1',
    'q=Tan',
    'q=Wei%20Tan',
  ],
  '/contact-requests': ['state=new', 'q=Tan', 'q=Wei%20oven', 'trash=1', 'trash=1&state=closed'],
  '/join-us': ['state=invited', 'q=Tan', 'q=Siti%20Woodlands', 'trash=1'],
  '/cleaners/list-block-booking': ['q=Training', 'trash=1', 'from_date=2026-11-01&to_date=2026-11-30'],
  '/logsignup': ['q=Tan', 'q=Wei%20Tan'],
  '/reviews': [
    'decision=waiting',
    'decision=shown',
    'decision=hidden&stars=1',
    'stars=2',
    'q=balcony',
    'q=Wei%20balcony',
  ],
  '/messages': [`jobID=${ID}`, `customerID=${ID}`],
  '/transactions': [
    `customerID=${ID}`,
    `jobID=${ID}`,
    'from_date=2026-11-01',
    'type=ad-hoc',
    'type=refund&from_date=2026-11-01',
    'method=cash',
    `refundOf=${ID}`,
    'q=Tan',
    'q=Wei%20Tan',
    'trash=1',
  ],
  '/promocodes/:id/uses': ['state=reserved', 'state=used', 'state=released', 'q=Tan', 'q=Wei%20Tan'],
};

/** Statements that are no list, and that a person or every payment waits for. */
const READS = [
  '/credits-left/statistics',
  '/promocode/statistics?from_date=2026-01-01&to_date=2026-12-31',
  '/jobs/statistics?from_date=2026-11-01&to_date=2026-11-30',
  '/ad-hoc/statistics?from_date=2026-01-01&to_date=2026-12-31',
  '/promocodes?size=25',
];

let app: TestApp;
let office: As;
/** Whose list it is, where the path names somebody or something. */
let ids: Readonly<Record<string, string>> = {};
const plans: PlanNode[] = [];

beforeAll(async () => {
  app = await startBookingApp({ features });
  collectPlans(app.database.pool, plans);
  office = await signedIn(app, 'admin');
  const promo = { code: 'PLANS10', type: 'percent', amount: 10 } as const;
  ids = {
    '/customers-credits/:id/movements': await addPayer(app),
    '/promocodes/:id/uses': (await app.call(createPromoCode, { body: promo }, office)).body.id,
  };
});
afterAll(() => app.close());

const scanned = () => scannedOf(plans, LARGE);
/** Rows that are all sorted before the first few of them are taken. */
const sorted = () =>
  plans
    .flatMap(nodesOf)
    .filter((node) => node['Node Type'] === 'Limit')
    .flatMap(nodesOf)
    .filter((node) => node['Node Type'] === 'Sort');

function plansOf(path: string, query: string): Promise<void> {
  return plansAt(`${path.replace(':id', ids[path] ?? '')}?${query}`);
}

async function plansAt(address: string, payload?: object): Promise<void> {
  plans.length = 0;
  const reply = await app.api.fastify.inject({
    method: payload === undefined ? 'GET' : 'POST',
    url: `/api${address}`,
    headers: { authorization: `Bearer ${office.jwt}` },
    ...(payload === undefined ? {} : { payload }),
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

/** Lists that are sorted by their customers' names too, with their names in a cursor. */
const BY_CUSTOMER = {
  '/jobs': 'jobs',
  '/transactions': 'transactions',
  '/credits/list': 'credits',
  '/reviews': 'reviews',
  '/promocodes/:id/uses': 'uses-of-:id',
} as const;

it.each(Object.entries(BY_CUSTOMER))(
  '%s by customer goes on behind a row by an index',
  async (path, list) => {
    const name = list.replace(':id', ids[path] ?? '');
    for (const order of ['asc', 'desc']) {
      const place = ['Wei Ling', 'Tan', ID, '2026-11-01T00:00:00Z', ID];
      const after = writeCursor(app.services.keys, `${name} customer ${order}`, place);
      await plansOf(path, `sortby=customer&order=${order}&size=25&count=0&after=${after}`);
      const customers = plans.flatMap(nodesOf).find((node) => node['Index Name'] === 'customer_by_name');
      expect(customers?.['Index Cond']).toContain('Wei Ling');
      expect([order, scanned(), sorted().length]).toEqual([order, [], 0]);
    }
  },
);

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

it.each(READS)('%s reads no large table whole', async (address) => {
  await plansAt(address);
  expect(scanned()).toEqual([]);
});

it.each(['sendcreditList', 'receivedcreditList'])('%s is read in the order of an index', async (list) => {
  for (const body of [{}, { customerID: ID }]) {
    await plansAt(`/customers/${list}`, body);
    expect([body, scanned(), sorted().length]).toEqual([body, [], 0]);
  }
});

/** What runs every minute of every day, by the clock. */
const SWEEPS = [
  'messages:release',
  'messages:purge',
  'reminders:visits',
  'reminders:holds',
  'series:renewals',
];

it.each(SWEEPS)('%s reads no large table whole', async (name) => {
  plans.length = 0;
  await app.services.composed.sweeps[name]?.({ ...app.context(), actor: anyone });
  expect(plans.length).toBeGreaterThan(0);
  expect(scanned()).toEqual([]);
});

it.each(['customer', 'cleaner', 'admin'] as const)(
  'the calendar feed of a %s reads no large table whole',
  async (role) => {
    const ctx = app.context();
    const reader = { role, id: ID, sessionId: '' };
    plans.length = 0;
    await readFeed(ctx, { id: ID, reader });
    await findFeed(ctx, 'a'.repeat(43));
    expect(plans.length).toBeGreaterThan(1);
    expect(scanned()).toEqual([]);
  },
);

it('the photos of a visit, and those that are old, are found by an index', async () => {
  plans.length = 0;
  await photosOf(app.context(), ID);
  await sweepPhotos(app.context());
  expect(plans.length).toBeGreaterThan(1);
  expect(scanned()).toEqual([]);
});
