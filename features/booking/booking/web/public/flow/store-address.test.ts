// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyDraft } from './draft.ts';
import { isSameHome, storeAddress } from './hold-time.ts';

const HOME = {
  id: 'home',
  postal: '310145',
  addressLine1: 'Blk 145 Lor 2 Toa Payoh',
  addressLine2: '#08-112',
  addressLine3: 'Toa Payoh Spring',
  hasPets: false,
  genderPreference: '',
  languagePreference: '',
};
const typed = { ...emptyDraft, postal: '310145', addressLine1: HOME.addressLine1, addressLine2: '#08-112' };

let homes: readonly object[] = [];
let sent: (readonly [path: string, body: unknown])[] = [];

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://kemas.test');
    if (init.body === undefined) return Response.json({ items: homes, total: homes.length });
    sent.push([pathname, JSON.parse(String(init.body))]);
    return Response.json({ id: 'home' }, { status: pathname.endsWith('/update') ? 200 : 201 });
  });
});
afterEach(() => vi.unstubAllGlobals());

test('stores a new home with its building', async () => {
  homes = [];
  await storeAddress({ ...typed, addressLine3: 'Toa Payoh Spring' }, 'hdb_4');
  expect(sent).toMatchObject([['/api/customers-addresses', { addressLine3: 'Toa Payoh Spring' }]]);
});

test.each([
  ['no building was entered', '', 'Toa Payoh Spring', []],
  ['the same was entered', 'Toa Payoh Spring', 'Toa Payoh Spring', []],
  ['a different one was entered', 'The Peak', 'Toa Payoh Spring', [{ addressLine3: 'The Peak' }]],
  ['a first one was entered', 'The Peak', '', [{ addressLine3: 'The Peak' }]],
])('of a stored home: %s', async (_when, addressLine3, stored, changes) => {
  homes = [{ ...HOME, addressLine3: stored }];
  expect(await storeAddress({ ...typed, addressLine3 }, 'hdb_4')).toBe('home');
  expect(sent).toEqual(changes.map((body) => ['/api/customers-addresses/home/update', body]));
});

test('a picked home keeps its building, whatever an earlier booking of it had', async () => {
  homes = [HOME];
  expect(await storeAddress({ ...typed, addressID: 'home', addressLine3: 'The Peak' }, 'hdb_4')).toBe('home');
  expect(sent).toEqual([]);
});

test('a stored home is recognised by postal code and unit', () => {
  const stored = { postal: '310145', addressLine2: '#08-112' };
  expect(isSameHome(stored, { postal: '310145', addressLine2: '08 112' })).toBe(true);
  expect(isSameHome(stored, { postal: '310145', addressLine2: '#08-113' })).toBe(false);
  expect(isSameHome(stored, { postal: '310146', addressLine2: '#08-112' })).toBe(false);
});
