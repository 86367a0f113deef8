import { beforeAll, describe, expect, it } from 'vitest';
import { seedDemo } from '#apps/demo/seed-demo.ts';
import type { CallDefinition } from '#platform/contract/call.ts';
import { moveSandboxClock, sandboxMessages } from '#platform/contract/sandbox-calls.ts';
import type { Role } from '#platform/kernel/actor.ts';
import { movableClock } from '#platform/server/clock.ts';
import { sandboxRoutes } from '#platform/server/fakes/sandbox-routes.ts';
import { buildApp } from '#platform/server/http/build-app.ts';
import { closeAfterTests } from '#platform/testing/teardown.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { features } from './features.ts';
import { guardPublicDemo, isOpenInPublicDemo, publicDemoRoutes } from './public-demo.ts';

/* A hostile visitor of a public demo makes every call of every feature, as each of the three people. */

const test = await startTestApp({ features });
const { pool } = test.database;
const { fastify, calls } = await buildApp({
  services: test.services,
  routes: [
    ...test.services.composed.routes,
    sandboxRoutes({ clock: movableClock(), cronJobs: {} }),
    publicDemoRoutes,
  ],
  guard: guardPublicDemo,
  checksReplies: false,
});
closeAfterTests(() => fastify.close());

const ROLES: readonly Role[] = ['customer', 'cleaner', 'admin'];
const visitors = new Map<Role, { jwt: string; id: string }>();
const changes = calls.filter(({ method }) => method === 'POST');
const nameOf = ({ method, path }: CallDefinition) => `${method} ${path}`;

/** Each request from another address, because each address may change only so much. */
let requests = 0;
async function send(call: CallDefinition, body: object, { jwt = '', id = '', from = '' } = {}) {
  requests += 1;
  const reply = await fastify.inject({
    method: call.method,
    url: `/api${call.path.replace(/:(\w+)/g, id)}`,
    remoteAddress: from || `10.${requests >> 16}.${(requests >> 8) & 255}.${requests & 255}`,
    headers: jwt === '' ? {} : { authorization: `Bearer ${jwt}` },
    ...(call.method === 'POST' && { payload: body }),
  });
  return { status: reply.statusCode, text: reply.body };
}

/** What a visitor would have to change to get in, to keep others out, to publish, or to post outside. */
const PROTECTED = {
  admins: 'select id, identity, email, password_hash, trashed_at, office_role from admin order by id',
  cleaners: 'select id, mobile, email, trashed_at from cleaner order by id',
  customers: 'select id, mobile, email, trashed_at from customer order by id',
  others: `select (select count(*) from api_key) as keys, (select count(*) from webhook_endpoint) as webhooks,
    (select count(*) from calendar_feed) as feeds, (select count(*) from upload) as uploads,
    (select count(*) from visit_photo) as photos, (select count(*) from one_time_code) as codes,
    (select count(*) from admin_password_reset) as resets, (select count(*) from customer_email_change) as mails,
    (select count(*) from customer_registration) as registrations, (select count(*) from import_batch) as imports,
    (select count(*) from archive_export) as exports, (select count(*) from message_text) as texts,
    (select count(*) from site_block_version) as blocks, (select count(*) from site_item_version) as items,
    (select jsonb_agg(setting order by name) from setting where name not like '%-checked') as settings`,
};
async function protectedState() {
  const entries = Object.entries(PROTECTED).map(async ([name, text]) => [
    name,
    (await pool.query(text)).rows,
  ]);
  return Object.fromEntries(await Promise.all(entries)) as Record<string, unknown>;
}

const HOSTILE = {
  identity: 'mallory',
  password: 'a password of mallory',
  currentPassword: 'tidy homes, happy people',
  newPassword: 'a password of mallory',
  mobile: '6591112222',
  email: 'mallory@example.com',
  firstname: 'Mallory',
  lastname: 'M',
  fullname: 'Mallory M',
  officeRole: 'owner',
  name: 'Mallory',
  url: 'https://mallory.example/hook',
  events: ['job.created'],
};

beforeAll(async () => {
  await seedDemo(test.services, test.database.url);
  const signIn = calls.find(({ path }) => path === '/sandbox/sign-in') ?? expect.fail();
  for (const role of ROLES) {
    const { status, text } = await send(signIn, { as: role });
    expect(status).toBe(200);
    visitors.set(role, JSON.parse(text));
  }
});

describe('a public demo', () => {
  it('has no open call that signs in, names a way to reach someone, publishes, or posts outside', () => {
    const risky =
      /admin|sign|verify|otp|register|password|totp|mobile|email|fb|facebook|upload|photo|import|archive|settings|cms|feed|calendar|session|close|personal|texts|key|webhook-|hire|invite|\/(?:add)?review|contact|join-us|clock|regions|update$/;
    const harmless = [
      'POST /sandbox/sign-in',
      'POST /signout',
      'POST /customers/confirmJobAdmin',
      'POST /customers/updateCreditCard',
    ];
    const records =
      /^POST \/(?:packages|promocodes|checklists|holidays|jobs|job_checklists|customers-addresses|transactions|list-views)\/:\w+\/update$/;
    const open = changes.filter(isOpenInPublicDemo).map(nameOf);
    expect(
      open.filter((name) => risky.test(name) && !harmless.includes(name) && !records.test(name)),
    ).toEqual([]);
    expect(open.length).toBeGreaterThan(80);
    expect(changes.length - open.length).toBeGreaterThan(150);
  });

  /** That others are refused as everywhere is tested by who-may-call.test.ts. */
  const attempts = (open: boolean, ...bodies: object[]) =>
    calls
      .filter((call) => isOpenInPublicDemo(call) === open && call.path !== '/signout')
      .flatMap((call) =>
        [null, ...ROLES]
          .filter((role) => call.who.includes(role ?? 'anyone'))
          .flatMap((role) => bodies.map((body) => ({ call, role, body }))),
      );
  const attempt = ({ call, role, body }: ReturnType<typeof attempts>[number]) =>
    send(call, body, role === null ? {} : visitors.get(role));

  it('refuses every closed call, whatever is sent', async () => {
    const before = await protectedState();
    const answered: string[] = [];
    for (const one of attempts(false, HOSTILE)) {
      const { status, text } = await attempt(one);
      const isRefused = status === 403 && text.includes('public demo');
      if (!isRefused) answered.push(`${nameOf(one.call)} as ${one.role}: ${status} ${text.slice(0, 100)}`);
    }
    expect(answered).toEqual([]);
    expect(await protectedState()).toEqual(before);
  });

  it('changes no sign-in, key, webhook or text by any open call', async () => {
    const before = await protectedState();
    const failed: string[] = [];
    const tried = attempts(true, {}, HOSTILE).filter(({ call }) => call.method === 'POST');
    for (const one of tried) {
      const { status, text } = await attempt(one);
      if (status >= 500 && status !== 503) failed.push(`${nameOf(one.call)}: ${text}`);
    }
    expect(tried.length).toBeGreaterThan(200);
    expect(failed).toEqual([]);
    expect(await protectedState()).toEqual(before);
  });

  it('is still signed in to by everyone, each with a session of their own', async () => {
    const signIn = calls.find(({ path }) => path === '/sandbox/sign-in') ?? expect.fail();
    const signOut = calls.find(({ path }) => path === '/signout') ?? expect.fail();
    const another = JSON.parse((await send(signIn, { as: 'admin' })).text) as { jwt: string };
    expect((await send(signOut, {}, another)).status).toBe(200);
    const counts = calls.find(({ path }) => path === '/overview/counts') ?? expect.fail();
    expect((await send(counts, {}, another)).status).toBe(401);
    expect((await send(counts, {}, visitors.get('admin'))).status).toBe(200);
  });

  it('bounds what one address may change, and lets it go on reading', async () => {
    const from = '10.200.0.1';
    const signIn = calls.find(({ path }) => path === '/sandbox/sign-in') ?? expect.fail();
    const statuses = new Set<number>();
    for (let i = 0; i < 151; i += 1) statuses.add((await send(signIn, { as: 'nobody' }, { from })).status);
    expect([...statuses]).toEqual([422, 429]);
    expect((await send(sandboxMessages, {}, { from })).status).toBe(200);
  });

  it('leaves the clock alone', () => {
    expect(isOpenInPublicDemo(moveSandboxClock)).toBe(false);
  });
});
