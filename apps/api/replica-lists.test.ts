import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { type Db, openDatabase, openPool } from '#platform/server/database/database.ts';
import type { Replica } from '#platform/server/database/replica.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { openSession } from '#platform/server/sessions/sessions.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { features } from './features.ts';

/* Every list of the office on a database that refuses changes, as a replica does. */

const app = await startTestApp({ features });
const pool = openPool({ url: app.database.url, timeZone: 'Asia/Singapore', connections: 4 });
pool.on('connect', (client) => void client.query('set default_transaction_read_only = on'));
afterAll(() => pool.end());

const readOnly: Db = openDatabase(pool);
let reads = 0;
const failures: unknown[] = [];
const replica: Replica = {
  upToDate: () => {
    reads += 1;
    return Promise.resolve(readOnly);
  },
  avoid: (error) => void failures.push(error),
};
Object.assign(app.services, { replica });

const session = await inTransaction(app.context(), (tx) =>
  openSession(tx, {
    role: 'admin',
    accountID: randomUUID(),
    staySignedIn: false,
    browser: false,
    officeRole: 'owner',
  }),
);
const jwt = 'jwt' in session ? session.jwt : '';
const read = (path: string) =>
  app.request({ method: 'GET', url: `/api${path}`, headers: { authorization: `Bearer ${jwt}` } });

const lists = app.api.calls.filter(
  (call) => call.method === 'GET' && call.streamed === true && call.who.includes('admin'),
);

/** Those of one record, which does not exist; those that need days; and one that cannot be downloaded. */
const REFUSED = [
  '/customers-credits/:id/movements 404',
  '/customers/:id/notes 404',
  '/messages/texts/:kind/:channel/:language/versions 404',
  '/pay/hours 422',
  '/pay/hours/:id 422',
  '/pay/sheets/:month/cleaners 404',
  '/pay/sheets/:month/lines 404',
  '/payments/alarms 403',
  '/promocodes/:id/uses 404',
];

it('reads every list of the office without changing anything', async () => {
  expect(lists.length).toBeGreaterThan(20);
  const refused = new Set<string>();
  for (const { path } of lists) {
    const url = path.replace(/:\w+/g, randomUUID());
    for (const query of ['', '?download=1']) {
      const { status } = await read(`${url}${query}`);
      if (status !== 200) refused.add(`${path} ${status}`);
    }
  }
  expect([...refused].sort()).toEqual(REFUSED);
  expect(failures).toEqual([]);
  expect(reads).toBeGreaterThanOrEqual(lists.length);
});

it('reads other requests of the office, and lists of everybody else, from the primary', async () => {
  reads = 0;
  await read('/settings');
  await app.request({ method: 'GET', url: '/api/packages' });
  expect(reads).toBe(0);
});

it('(control: a change is refused there)', async () => {
  await expect(readOnly.deleteFrom('setting').execute()).rejects.toMatchObject({ code: '25006' });
});
