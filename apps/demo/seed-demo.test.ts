import { beforeAll, describe, expect, it } from 'vitest';
import { features } from '#apps/api/features.ts';
import { listRegions } from '#features/catalogue/places/contract.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { ensureFirstAdmin } from '#features/people/accounts/server/index.ts';
import type { CallDefinition } from '#platform/contract/call.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, startTestApp, type TestApp } from '#platform/testing/test-app.ts';
import { openBusiness } from './business.ts';
import customers from './data/customers.json' with { type: 'json' };
import { planYear } from './plan-year.ts';
import { seedDemo } from './seed-demo.ts';
import { startSeeding } from './seeding.ts';
import { demoSignIns } from './sign-ins.ts';

let office: As;

/** Two demo businesses of the same day, each in a separate database. */
const app = await startTestApp({ features });
const second = await startTestApp({ features });
expect(await seedDemo(app.services, app.database.url)).toBe(true);
expect(await seedDemo(second.services, second.database.url)).toBe(true);

async function rows<T>(text: string, of = app): Promise<T[]> {
  return (await of.database.pool.query(text)).rows as T[];
}

async function count(what: string): Promise<number> {
  const [row] = await rows<{ n: number }>(`select count(*) as n from ${what}`);
  return row?.n ?? 0;
}

describe('the demo', () => {
  it('is identical on the same day, including ids and amounts', async () => {
    expect(await fingerprints(second)).toEqual(await fingerprints(app));
  });

  it('the demo data passes the ledger checks', async () => {
    expect(await checkLedger(app.context())).toEqual([]);
  });

  it('the demo data has no cleaner in two visits at once', async () => {
    const overlaps = await rows(`
      select a.id from cleaner_occupation as a
      join cleaner_occupation as b on a.cleaner_id = b.cleaner_id and a.id < b.id
        and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
      where a.released_at is null and b.released_at is null`);
    expect(overlaps).toEqual([]);
    const homeless = await rows(`
      select job.id from job join job_crew as crew on crew.job_id = job.id
      where job.status in ('paid', 'pending') and not exists (
        select from cleaner_occupation as taken where taken.job_id = job.id and taken.released_at is null
          and taken.cleaner_id = crew.cleaner_id and taken.starts_at = job.starts_at)`);
    expect(homeless).toEqual([]);
  });

  it('has people, packages and half a year of history', async () => {
    expect(await count('admin')).toBe(4);
    expect(await count('cleaner')).toBe(12);
    expect(await count('customer')).toBe(40);
    expect(await count('package')).toBe(20);
    expect(await count('promo_code')).toBe(3);
    expect(await count('checklist_item')).toBe(22);
    const sectors = await rows('select distinct left(postal, 2) from customer_address');
    expect(sectors).toHaveLength(20);
    const now = "timestamptz '2026-11-23 10:00+08'";
    expect(await count(`job where status = 'paid' and ends_at < ${now}`)).toBeGreaterThan(300);
    expect(await count(`job where status = 'paid' and starts_at > ${now}`)).toBeGreaterThan(40);
    expect(await count(`job where starts_at::date = (${now})::date`)).toBeGreaterThanOrEqual(8);
    expect(await count(`job_hold where ended_at is null and expires_at > ${now}`)).toBe(2);
    expect(await count(`job where status = 'expired'`)).toBeGreaterThan(0);
    expect(await count('job where has_changed_date')).toBeGreaterThan(0);
  });

  it('has pay sheets, of which the last month that is over waits for approval', async () => {
    expect(await count("pay_sheet where status = 'locked'")).toBeGreaterThan(3);
    expect(await rows("select month::text from pay_sheet where status = 'draft'")).toEqual([
      { month: '2026-10-01' },
    ]);
    expect(await count('pay_line')).toBeGreaterThan(200);
    expect(await count('pay_rate')).toBe(4);
  });

  it('has clocks, ticks and for a third of the past visits a review', async () => {
    const over = `job where status = 'paid' and ends_at < timestamptz '2026-11-23 09:00+08'`;
    const all = await count(over);
    const clocked =
      'not exists (select from job_crew as c where c.job_id = job.id and c.finished_at is null)';
    expect(await count(`${over} and ${clocked}`)).toBe(all);
    const ticked = await count('job_checklist_item where done_at is not null');
    expect(ticked).toBeGreaterThan(all * 14);
    const reviewed = await count('job where reviewed_at is not null');
    expect(reviewed / all).toBeGreaterThan(0.25);
    expect(reviewed / all).toBeLessThan(0.45);
    const [stars] = await rows<{ mean: number }>('select avg(review_stars) as mean from job');
    expect(stars?.mean).toBeGreaterThan(4.2);
  });

  it('sends regulars their usual cleaner', async () => {
    const [share] = await rows<{ share: number }>(`
      with visits as (
        select customer_id, cleaner_id, count(*) as n from job join job_crew on job_id = job.id
        where job_type = 'regular' and status = 'paid' group by 1, 2)
      select sum(best)::float8 / sum(total) as share
      from (select max(n) as best, sum(n) as total from visits group by customer_id) as people`);
    expect(share?.share).toBeGreaterThan(0.75);
  });

  it('gives the first customer a card and an upcoming visit, and the first cleaner work today', async () => {
    const [rachel] = await rows<{ card_last4: string; ahead: number }>(`
      select card_last4, (select count(*) from job where customer_id = customer.id and status = 'paid'
        and starts_at > timestamptz '2026-11-23 10:00+08') as ahead
      from customer where mobile = '${customers[0]?.mobile}'`);
    expect(rachel?.card_last4).toBe('4242');
    expect(rachel?.ahead).toBeGreaterThan(0);
    expect(await demoSignIns(app.services.db)).toHaveLength(4);
    const today = `job join job_crew on job_id = job.id join cleaner on cleaner.id = cleaner_id
      where cleaner.mobile = '6591234501' and starts_at::date = '2026-11-23'`;
    expect(await count(today)).toBeGreaterThanOrEqual(1);
  });

  it('has people with hours, the first customer with bought ones and a gift', async () => {
    const [rachel] = await rows<{ credits_left: number }>(
      `select credits_left::float from customer where mobile = '${customers[0]?.mobile}'`,
    );
    expect(rachel?.credits_left).toBe(26);
    expect(await count('customer where credits_left > 0')).toBe(8);
    expect(await count(`credit_purchase where status = 'paid'`)).toBe(7);
  });

  it('leaves a few messages and nothing for the worker to send', async () => {
    expect(await count('sandbox.message')).toBeLessThan(40);
    expect(await count('graphile_worker.jobs')).toBe(0);
  });

  it('is not added to a database with data', async () => {
    expect(await seedDemo(app.services, app.database.url)).toBe(false);
  });
});

it('has more spring cleaning in the four weeks before Chinese New Year, and little in its week', () => {
  const newYear = Temporal.PlainDate.from('2027-02-06');
  const today = Temporal.PlainDate.from('2027-03-15');
  const wishes = planYear(customers, { today, zone: 'Asia/Singapore', newYears: [newYear] });
  const inDays = (from: number, until: number, pack: string) =>
    wishes.filter((wish) => {
      const days = newYear.until(wish.start.toZonedDateTimeISO('Asia/Singapore').toPlainDate()).days;
      return days >= from && days < until && wish.pack.startsWith(pack);
    }).length;
  expect(inDays(-28, 0, 'Spring')).toBeGreaterThan(3 * inDays(-84, -56, 'Spring'));
  expect(inDays(-28, 0, 'Spring')).toBeGreaterThanOrEqual(10);
  expect(inDays(0, 7, 'One-time') + inDays(0, 7, 'Move')).toBeLessThanOrEqual(2);
});

/** One checksum per table. Password salts are random, as they must be. */
const RANDOM_COLUMNS: Readonly<Record<string, string>> = {
  'public.admin': 'password_hash',
  'public.audit_entry': 'salt',
};

async function fingerprints(of: TestApp): Promise<Record<string, string>> {
  const tables = await rows<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_schema in ('public', 'sandbox') and table_name not in ('schema_migration', 'live_event')
       and table_type = 'BASE TABLE' order by 1`,
    of,
  );
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const random = RANDOM_COLUMNS[name];
    const row = random === undefined ? 'to_jsonb(t)' : `(to_jsonb(t) - '${random}')`;
    const [sum] = await rows<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(${row}::text, '' order by ${row}::text)), '') as sum from ${name} as t`,
      of,
    );
    sums[name] = sum?.sum ?? '';
  }
  return sums;
}

interface Item {
  readonly id: string;
  readonly [field: string]: unknown;
}
interface Page {
  readonly items: readonly Item[];
  readonly next: string | null;
}

let regionNames: ReadonlyMap<string, string>;

/** Sorts by a field other than the one of their name. */
const FIELDS: Readonly<Record<string, (item: Item) => unknown>> = {
  '/jobs postal': (job) => job.job_address_postal,
  '/jobs address': (job) => job.job_address_addressLine1,
  '/jobs package': (job) => (job.package as { label: string }).label,
  '/cleaners languages': (cleaner) => (cleaner.languages as string[]).join(', '),
  '/cleaners regions': ({ regionIDs }) =>
    (regionIDs as string[])
      .map((id) => regionNames.get(id) ?? '')
      .toSorted()
      .join(', ') || 'Everywhere',
  '/customers confirmed': (customer) => (customer.otpVerified ? '1' : '0'),
  '/customers card': (customer) => customer.creditCardLast4 ?? '',
  '/checklists jobTypes': (item) => (item.jobTypes as string[]).join(', '),
  '/promocodes booking_type': (promo) => (promo.booking_type as string[]).join(', '),
};

function sortsOf(call: CallDefinition): readonly string[] {
  const shape = (call.query as { shape?: Record<string, unknown> } | undefined)?.shape;
  const sortby = shape?.sortby as { unwrap(): { options: readonly string[] } } | undefined;
  return sortby?.unwrap().options ?? [];
}

async function readList(path: string, query: string): Promise<Page> {
  const url = `/api${path}?trash=*&${query}`;
  const reply = await app.request({ url, headers: { authorization: `Bearer ${office.jwt}` } });
  expect([url, reply.status]).toEqual([url, 200]);
  return reply.body as Page;
}

async function readInPages(path: string, query: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const page: Page = await readList(path, `${query}&size=40${after && `&after=${after}`}`);
    ids.push(...page.items.map(({ id }) => id));
    after = page.next;
  }
  return ids;
}

/** As the database compares them: bytewise. Long texts are sorted by their first characters. */
function byBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one.slice(0, 100)), Buffer.from(other.slice(0, 100)));
}

/** The sorts of all lists, by the path of their collection. */
function allSorts(): [path: string, sortby: string][] {
  return app.api.calls
    .filter(({ method, path }) => method === 'GET' && !path.includes(':'))
    .flatMap((call) => sortsOf(call).map((sortby): [string, string] => [call.path, sortby]));
}

describe('its lists', () => {
  beforeAll(async () => {
    office = await signedIn(app, 'admin');
    const { items } = (await app.call(listRegions, {})).body;
    regionNames = new Map(items.map(({ id, name }) => [id, name]));
  });

  it('can be sorted by creation date', () => {
    const sorts = app.api.calls.map((call) => [call.path, sortsOf(call)] as const);
    const lists = sorts.filter(([, by]) => by.length > 0);
    expect(lists.length).toBeGreaterThan(15);
    expect(lists.filter(([, by]) => !by.includes('createdAt')).map(([path]) => path)).toEqual([]);
  });

  it('are in order for each of their sorts, ascending, descending and page by page', async () => {
    expect(allSorts().length).toBeGreaterThan(80);
    for (const [path, sortby] of allSorts()) {
      const { items } = await readList(path, `sortby=${sortby}&order=asc&size=2000`);
      const ids = items.map(({ id }) => id);
      const backwards = await readList(path, `sortby=${sortby}&order=desc&size=2000`);
      expect([path, sortby, backwards.items.map(({ id }) => id).reverse()]).toEqual([path, sortby, ids]);
      expect([path, sortby, await readInPages(path, `sortby=${sortby}&order=asc`)]).toEqual([
        path,
        sortby,
        ids,
      ]);
      const field = FIELDS[`${path} ${sortby}`] ?? ((item: Item) => item[sortby]);
      const texts = items.map(field).filter((value): value is string => typeof value === 'string');
      expect([path, sortby, texts]).toEqual([path, sortby, texts.toSorted(byBytes)]);
    }
  });

  it.each([
    ['/cleaners', ['mobile', 'email', 'languages', 'regions']],
    ['/transactions', ['details']],
    ['/customers', ['salutation', 'confirmed', 'card']],
    ['/jobs', ['postal', 'address', 'package', 'stage']],
    ['/checklists', ['chinese', 'jobTypes']],
    ['/packages', ['description']],
    ['/promocodes', ['booking_type']],
    ['/contact-requests', ['note']],
    ['/join-us', ['note']],
    ['/reviews', ['review']],
  ])('%s is sorted by %j', (path, texts) => {
    const sorts = allSorts().flatMap(([list, sortby]) => (list === path ? [sortby] : []));
    expect(sorts).toEqual(expect.arrayContaining(texts));
  });
});

it('keeps the admin of ADMIN_IDENTITY, also one with a name of the demo', async () => {
  const env = { ADMIN_IDENTITY: 'Office', ADMIN_PASSWORD: 'kopi-o kosong satu' };
  const third = await startTestApp({ features, env });
  await ensureFirstAdmin(third.services);
  const before = await rows<{ password: string }>('select password_hash as password from admin', third);
  const today = Temporal.PlainDate.from('2026-11-23');
  const period = { today, zone: 'Asia/Singapore', newYears: [] };
  await openBusiness(startSeeding(third.services), period, () => 'another password');
  const after = await rows(
    "select password_hash as password from admin where lower(identity) = 'office'",
    third,
  );
  expect(after).toEqual(before);
  const { n } = (await rows<{ n: number }>('select count(*) as n from admin', third))[0] ?? { n: 0 };
  expect(Number(n)).toBe(4);
});
