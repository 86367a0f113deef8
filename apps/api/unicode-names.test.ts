import { describe, expect, it } from 'vitest';
import { createAdmin } from '#features/people/accounts/contract.ts';
import { addAdmin, PASSWORD } from '#features/people/accounts/server/testing/admins.ts';
import { cleaners } from '#features/people/cleaners/contract.ts';
import { addresses, createCustomer } from '#features/people/customers/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { features } from './features.ts';

/** First and last names of many cultures; a person with a single name has no last name. */
const NAMES = [
  ['Aminah', ''],
  ['陈', '伟玲'],
  ['王小明', ''],
  ['Lakshmi', 'd/o Muthusamy'],
  ['محمد', 'بن عبد الله'],
  ['שרה', 'כהן'],
  ['கமலா', 'சுப்பிரமணியம்'],
  ["D'Arcy-Zoë", 'O’Brien, Jr.'],
  ['Nguyễn Thị', 'Ánh'],
  ['Zoe 👩🏽‍🚀', '🦊'],
  ['𠮷野', '\u00e9mile'],
  ['Null', 'Undefined'],
  ['M'.repeat(100), '长'.repeat(100)],
] as const;

const app = await startTestApp({ features });
const office = await signedIn(app, 'admin', (await addAdmin(app, 'office')).id);

let made = 0;
const serial = () => {
  made += 1;
  return made;
};
const newMobile = () => `659${String(5_000_000 + serial())}`;
const newEmail = () => `person${serial()}@home.example`;

interface Written {
  readonly id: string;
  /** The fields of the reply that contain the name, with their expected values. */
  readonly fields: Readonly<Record<string, string>>;
  /** The expected cells of the CSV download. */
  readonly cells: readonly string[];
}
type Write = (first: string, last: string) => Promise<Written>;

async function addCustomer(firstname: string, lastname: string): Promise<Written> {
  const body = { mobile: newMobile(), email: newEmail(), firstname, lastname };
  const reply = await app.call(createCustomer, { body }, office);
  expect(reply.status).toBe(201);
  const fullname = `${firstname} ${lastname}`.trim();
  return { id: reply.body.id, fields: { firstname, lastname, fullname }, cells: [firstname, lastname] };
}

/** Requests that write a name, by the collection that lists it. */
const WRITES: Readonly<Record<string, Write>> = {
  '/customers': addCustomer,
  '/customers-addresses': async (first, last) => {
    const { id: customerID } = await addCustomer(first, last);
    const fields = {
      addressLine1: `${first} ${last}`.trim().slice(0, 200),
      addressLine3: last,
      label: first.slice(0, 60),
    };
    const reply = await app.call(
      addresses.create,
      { body: { customerID, postal: '310145', ...fields } },
      office,
    );
    expect(reply.status).toBe(201);
    return { id: reply.body.id, fields, cells: Object.values(fields) };
  },
  '/cleaners': async (firstname, lastname) => {
    const body = { mobile: newMobile(), firstname, lastname };
    const reply = await app.call(cleaners.create, { body }, office);
    expect(reply.status).toBe(201);
    return { id: reply.body.id, fields: { firstname, lastname }, cells: [firstname, lastname] };
  },
  '/admins': async (first, last) => {
    const fullname = `${first} ${last}`.trim().slice(0, 100);
    const body = {
      identity: `admin${serial()}`,
      password: 'the key to the office',
      fullname,
      email: newEmail(),
      currentPassword: PASSWORD,
    };
    const reply = await app.call(createAdmin, { body }, office);
    expect(reply.status).toBe(201);
    return { id: reply.body.id, fields: { fullname }, cells: [fullname] };
  },
};

const read = (url: string) =>
  app.api.fastify.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${office.jwt}` } });

/** The cell in a CSV line. */
const cellOf = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

describe.each(Object.entries(WRITES))('%s', (path, write) => {
  it.each(NAMES)('keeps %s %s unchanged in the record, the list and the CSV', async (first, last) => {
    const { id, fields, cells } = await write(first, last);
    expect((await read(`${path}/${id}`)).json()).toMatchObject(fields);
    const { items } = (await read(`${path}?size=9999`)).json() as { items: { id: string }[] };
    expect(items.find((item) => item.id === id)).toMatchObject(fields);
    const file = (await read(`${path}?size=9999&download=1`)).body;
    for (const cell of cells) expect(file).toContain(cellOf(cell));
  });
});

/** All CSV downloads of the office, found by registering the routes. */
it('every CSV starts with a byte order mark and has readable headings', async () => {
  const lists = app.api.calls.filter(
    ({ method, path, streamed, who }) =>
      method === 'GET' && streamed === true && who.includes('admin') && !path.includes(':'),
  );
  expect(lists.length).toBeGreaterThan(7);
  for (const { path } of lists) {
    const reply = await read(`${path}?size=1&download=1`);
    if (!String(reply.headers['content-type']).startsWith('text/csv')) continue;
    const [line = ''] = reply.body.split('\r\n');
    expect(line.startsWith('\uFEFF'), path).toBe(true);
    const headings = line.slice(1).split(',');
    const odd = headings.filter((heading) => !/^[A-Z][a-z-]*( [a-z0-9(][^A-Z]*| \(S\$.*\))*$/.test(heading));
    // Some headings contain capitals: S$, E-mail and Chinese.
    expect(
      odd.filter((heading) => !/S\$|Chinese$/.test(heading)),
      path,
    ).toEqual([]);
    expect(new Set(headings).size, path).toBe(headings.length);
  }
});
