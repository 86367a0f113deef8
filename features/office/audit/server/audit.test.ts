import { describe, expect, it } from 'vitest';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { updatePackage } from '#features/catalogue/packages/contract.ts';
import { updateSettings } from '#features/catalogue/settings/contract.ts';
import { createCleaner, trashCleaner } from '#features/people/cleaners/contract.ts';
import { createCustomer, trashCustomer } from '#features/people/customers/contract.ts';
import { saveRate } from '#features/work/pay/contract.ts';
import { feature as pay } from '#features/work/pay/server/index.ts';
import type { OfficeRole } from '#platform/kernel/actor.ts';
import { checkAudit } from '#platform/server/audit-chain/daily-check.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem } from '#platform/testing/test-app.ts';
import { listAudit, readAuditChain } from '../contract.ts';
import { feature } from './index.ts';

const { app, world } = await startBusiness({ customers: 1, cleaners: 0, more: [feature, pay] });
const office = await signedIn(app, 'admin');
const mei = await signedIn(app, 'customer', world.customers[0]?.id);

type Query = Parameters<typeof app.call<typeof listAudit>>[1]['query'];
const read = async (query: Query = {}) => (await app.call(listAudit, { query }, office)).body;
const sentences = async (query: Query) => (await read(query)).items.map(({ sentence }) => sentence);

const person = (lastname: string, mobile: string) => ({
  firstname: 'Hui Min',
  lastname,
  mobile,
  email: `${mobile}@example.sg`,
});
const chua = (await app.call(createCustomer, { body: person('Chua', '81235617') }, office)).body;
await app.call(trashCustomer, { params: { id: chua.id } }, office);
const params = { id: world.packageID };
await app.call(updatePackage, { params, body: { label: 'Weekly 3 h' } }, office);
await app.call(updatePackage, { params, body: { pricePerHour: 2650 } }, office);
await app.call(updateSettings, { body: { version: 0, leadHours: 48 } }, office);

it('shows wages only to those who see pay', async () => {
  const body = { validFrom: '2026-01-01', centsPerHour: 1300 };
  await app.call(saveRate, { body }, office);
  const seen = async (officeRole: OfficeRole) => {
    const as = await signedIn(app, 'admin', app.services.newID(), officeRole);
    const { items, total } = (await app.call(listAudit, { query: { kind: 'pay-rate' } }, as)).body;
    return { total, rates: items.flatMap(({ changes }) => changes.map(({ after }) => after)) };
  };
  expect((await seen('owner')).rates).toContain('S$13.00');
  expect(await seen('office')).toEqual({ total: 0, rates: [] });
});

describe('the audit trail', () => {
  it('says who did what, when, from where, and what was before and after', async () => {
    const { items } = await read({ kind: 'package', size: 1 });
    expect(items).toEqual([
      {
        id: expect.any(String),
        trash: 0,
        at: '2026-11-23T10:00:00+08:00',
        actor: { kind: 'admin', id: expect.any(String), name: '' },
        action: 'package.updated',
        sentence: 'Changed the price and the price per hour of package Weekly 3 h',
        subject: { kind: 'package', id: world.packageID, label: 'Weekly 3 h' },
        changes: [
          { field: 'Price', before: 'S$90.00', after: 'S$79.50' },
          { field: 'Price per hour', before: 'S$30.00', after: 'S$26.50' },
        ],
        reason: '',
        ip: '127.0.0.1',
      },
    ]);
  });

  it.each<[string, Query, string[]]>([
    [
      'a record',
      { kind: 'customer', record: chua.id },
      ['Moved customer Hui Min Chua to the trash', 'Added customer Hui Min Chua'],
    ],
    ['a name', { q: 'chua' }, ['Moved customer Hui Min Chua to the trash', 'Added customer Hui Min Chua']],
    ['two words', { q: 'Hui trash' }, ['Moved customer Hui Min Chua to the trash']],
    [
      'a package',
      { q: 'weekly', size: 1 },
      ['Changed the price and the price per hour of package Weekly 3 h'],
    ],
    ['a setting', { q: 'notice' }, ['Changed the setting “Notice for bookings”']],
    ['what happened', { q: 'moved' }, ['Moved customer Hui Min Chua to the trash']],
    ['nothing', { q: 'nosuchword' }, []],
    ['a group', { group: 'removed' }, ['Moved customer Hui Min Chua to the trash']],
    ['nobody else', { by: 'cleaner' }, []],
    ['a day without entries', { from_date: '2026-11-20', to_date: '2026-11-22' }, []],
    ['a strange kind', { kind: "'; drop table" }, []],
    ['a strange record', { record: '%' }, []],
  ])('is found by %s', async (_what, query, found) => {
    expect(await sentences(query)).toEqual(found);
  });

  it('is found by the person who acted', async () => {
    const [entry] = (await read({ size: 1 })).items;
    const { items, total } = await read({ actor: entry?.actor.id ?? '', by: 'admin' });
    expect(total).toBe(items.length);
    expect(new Set(items.map(({ actor }) => actor.id))).toEqual(new Set([entry?.actor.id]));
  });

  it('is read page by page', async () => {
    const { items: all } = await read({ size: 500 });
    const first = await read({ size: 2 });
    const second = await read({ size: 2, after: first.next ?? '', count: '0' });
    expect([...first.items, ...second.items]).toEqual(all.slice(0, 4));
    expect(second.total).toBeUndefined();
  });

  it('is downloaded as a file, which is recorded', async () => {
    const file = await app.request({
      method: 'GET',
      url: '/api/audit?download=1&kind=package&size=9999999',
      headers: { authorization: `Bearer ${office.jwt}` },
    });
    expect(file.status).toBe(200);
    expect(String(file.body)).toContain('Changed the price and the price per hour of package Weekly 3 h');
    expect(String(file.body)).toContain('Price per hour: S$26.50');
    expect(await sentences({ size: 1 })).toEqual(['Downloaded the list of audit entries']);
  });

  it('is only for owners and the office', async () => {
    const cleaner = (
      await app.call(
        createCleaner,
        { body: { ...person('Lim', '91234567'), gender: 'f' as never } as never },
        office,
      )
    ).body as { id: string };
    for (const as of [{}, mei, await signedIn(app, 'cleaner', cleaner.id)]) {
      expect([401, 403]).toContain((await app.call(listAudit, { query: {} }, as)).status);
      expect([401, 403]).toContain((await app.call(readAuditChain, {}, as)).status);
    }
    await app.call(trashCleaner, { params: { id: cleaner.id } }, office);
  });

  it('refuses days that do not exist', async () => {
    const refused = await app.call(listAudit, { query: { from_date: '2026-02-30' } }, office);
    expect(refused.status).toBe(422);
    expect(problem(refused).errors?.[0]?.path).toBe('from_date');
  });
});

describe('the chain', () => {
  it('shows its head and the last check', async () => {
    const before = (await app.call(readAuditChain, {}, office)).body;
    expect(before).toMatchObject({ lastCheck: null });
    expect(before.waiting).toBeGreaterThan(0);
    const report = await checkAudit(app.context());
    const { body } = await app.call(readAuditChain, {}, office);
    expect(body).toEqual({
      head: report.head,
      links: report.seq,
      waiting: 0,
      lastCheck: { at: '2026-11-23T10:00:00+08:00', entries: report.entries, problem: null },
    });
  });
});
