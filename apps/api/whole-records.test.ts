import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeWorld } from '#features/booking/booking/server/testing/world.ts';
import { BLOCK_NAMES, BLOCKS } from '#features/site/content/contract/blocks.ts';
import type { CallDefinition } from '#platform/contract/call.ts';
import { WEEKDAYS } from '#platform/kernel/business-time.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, startTestApp } from '#platform/testing/test-app.ts';
import { features } from './features.ts';

/**
 * A client of the specification creates a record with all its fields, reads it, and posts it back with one field
 * changed. Each record, block and item is created, read, sent back as it was, with a change, and with each read-only
 * value changed.
 */
const app = await startTestApp({ features });
const world = await makeWorld(app.context(), { customers: 1, cleaners: 2 });
const [mei = expect.fail()] = world.customers;
const office = await signedIn(app, 'admin');
const customer = await signedIn(app, 'customer', mei.id);
const [cleanerID = expect.fail()] = world.cleanerIDs;

type Fields = Record<string, unknown>;

async function request(method: 'GET' | 'POST', path: string, payload?: object, as: As = office) {
  const headers = { authorization: `Bearer ${as.jwt}` };
  const reply = await app.request({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
  return { status: reply.status, body: reply.body as Fields };
}

const week = Object.fromEntries(
  WEEKDAYS.flatMap((day) => [
    [`${day}Hours`, '09:00-18:00'],
    [`${day}Availability`, day !== 'sunday'],
  ]),
);
const place = { addressLine1: 'Blk 145 Lorong 2', addressLine2: '', addressLine3: '', country: 'Singapore' };
const visit = { startTime: '2026-11-27T09:00:00+08:00', endTime: '2026-11-27T12:00:00+08:00' };
const crew = { cleaner1ID: '', cleaner2ID: '', cleaner3ID: '', cleaner4ID: '', cleaner5ID: '' };
const job = {
  label: '',
  packageID: world.packageID,
  numCleaners: 1,
  ...crew,
  customerID: mei.id,
  addressID: mei.addressID,
  ...visit,
  status: 'pending',
  paid: false,
  requireCleaningSupplies: false,
  specialRequests: 'Mind the cat',
  review: '',
  reviewStarts: 0,
  creditsUsed: 0,
  amountToPay: 9000,
  jobType: 'one-time',
  cleanerType: 'any',
  checklist: [],
  contactDetails: 'Mei at the door',
  hasChangedDate: false,
  job_address_addressLine1: 'Blk 145 Lorong 2 Toa Payoh',
  job_address_addressLine2: '#08-11',
  job_address_addressLine3: '',
  job_address_postal: '310145',
  job_address_type: 'hdb_4',
  job_address_country: 'Singapore',
  job_address_genderPreference: '',
  job_address_hasPets: false,
  job_address_languagePreference: '',
};

const LATER = { startTime: '2026-12-02T09:00:00+08:00', endTime: '2026-12-02T12:00:00+08:00' };

interface Trial {
  /** Every field that SPEC.md lists for the record. */
  readonly create: Fields;
  readonly path: string;
  /** Where it is created, if not at `path`; where it is updated, if not at `path/:id/update`. */
  readonly add?: string;
  readonly update?: string;
  /** The call that shows it, if it is not `path/:id`: a list. */
  readonly listed?: true;
  readonly change: Fields;
  readonly as?: As;
}

const TRIALS: Readonly<Record<string, Trial>> = {
  cleaner: {
    path: '/cleaners',
    create: {
      salutation: 'Ms',
      firstname: 'Rosnah',
      lastname: 'Ali',
      profilePhoto: '',
      email: '',
      mobile: '91230001',
      languages: ['English'],
      ...place,
      postal: '310145',
      latitude: null,
      longitude: null,
      ...week,
      unavailableDates: [
        { startTime: '2026-12-25 09:00:00', endTime: '2026-12-25 18:00:00', description: 'Holiday' },
      ],
      trash: 0,
    },
    change: { firstname: 'Rosie' },
  },
  customer: {
    path: '/customers',
    create: {
      mobile: '91230002',
      salutation: 'Mr',
      firstname: 'Wei',
      lastname: 'Lim',
      email: 'wei@lim.example',
      creditsLeft: 0,
      otpVerified: false,
      credits: [{ perHour: 27, numCredits: 0 }],
      trash: 0,
    },
    change: { firstname: 'Wei Ming' },
  },
  'customer, by the office': {
    path: '/customers',
    update: '/customers_admin/:id/update',
    create: {
      mobile: '91230003',
      salutation: 'Mdm',
      firstname: 'Siew',
      lastname: 'Ong',
      email: 'siew@ong.example',
      creditsLeft: 0,
      otpVerified: 0,
      credits: [],
      trash: '0',
    },
    change: { mobile: '91230004' },
  },
  admin: {
    path: '/admins',
    create: {
      identity: 'priya',
      password: 'a long enough phrase of hers',
      fullname: 'Priya',
      email: 'priya@kemas.example',
    },
    change: { fullname: 'Priya R' },
  },
  package: {
    path: '/packages',
    create: {
      type: 'regular',
      category: '4-room',
      pricingType: 'hourly',
      label: 'Weekly 3 h',
      description: '',
      pricePerHour: 2700,
      totalHours: 3,
      numCleaners: 1,
      hoursPerCleaner: 3,
      breakHours: 0,
      suppliesCost: 0,
      suppliesIncluded: false,
      suppliesToBePrepared: 'Mop',
      startTime: '',
      credits: 0,
      price: 8100,
    },
    change: { label: 'Weekly, 3 hours' },
  },
  'promo code': {
    path: '/promocodes',
    create: {
      type: 'percent',
      label: 'Welcome',
      code: 'WELCOME',
      amount: 10,
      remainder: 100,
      startDate: '2026-11-01',
      endDate: '2026-12-31',
      booking_type: ['one-time'],
      packages: [],
      totalAllocation: 100,
      maxPerCustomer: 1,
    },
    change: { label: 'Welcome to us' },
  },
  'checklist item': {
    path: '/checklists',
    create: { english: 'Wipe the hob', chinese: '擦炉灶', category: 'Kitchen', position: 3 },
    change: { category: 'Cooking' },
  },
  transaction: {
    path: '/transactions',
    create: { type: 'manual', method: 'cash', total: 500, customerID: mei.id, details: 'Tip' },
    change: { details: 'A tip' },
  },
  'job, by the office': {
    path: '/jobs',
    create: { ...job, ...crew },
    change: { specialRequests: 'Mind the dog' },
  },
  'job, by its customer': {
    path: '/jobs',
    add: '/customers/createjob',
    create: { ...job, startTime: '2026-11-28T09:00:00+08:00', endTime: '2026-11-28T12:00:00+08:00' },
    change: { specialRequests: 'Mind the dog' },
    as: customer,
  },
  address: {
    path: '/customers-addresses',
    create: {
      customerID: mei.id,
      label: 'Office',
      type: 'condo',
      isPrimary: false,
      ...place,
      postal: '310145',
      latitude: null,
      longitude: null,
      hasPets: true,
      languagePreference: '',
      genderPreference: '',
      areaID: '',
    },
    change: { hasPets: false },
  },
  'contact request': {
    path: '/contact-requests',
    create: {
      firstname: 'Ana',
      lastname: '',
      mobile: '',
      email: 'ana@example.com',
      subject: '',
      message: 'Do you clean ovens?',
    },
    change: { subject: 'Ovens' },
  },
  application: {
    path: '/join-us',
    add: '/join-us/addnew',
    create: {
      firstname: 'Siti',
      lastname: '',
      phone: '91230005',
      email: '',
      gender: '',
      age: null,
      experience: '',
      nationality: '',
      home_area: '',
      apply_for: '',
      message: '',
    },
    change: { experience: 'Two years' },
  },
  testimonial: {
    path: '/cms/testimonials',
    add: '/cms/testimonials/addnew',
    listed: true,
    create: { clientname: 'Mei', content: '<p>Lovely</p>', profilePhoto: '' },
    change: { clientname: 'Mei Tan' },
  },
  'service option': {
    path: '/cms/service-options',
    add: '/cms/service-options/addnew',
    listed: true,
    create: {
      name_r1: 'Windows',
      name_r2: '',
      icon: '',
      description: '',
      price: 1200,
      price_type: '',
      promotion_desc: '',
    },
    change: { name_r1: 'All windows' },
  },
  'scope of work': {
    path: '/cms/scope-of-work',
    add: '/cms/scope-of-work/addnew',
    listed: true,
    create: { name: 'Kitchen', estimated_time: '', icon: '', content: '<p>Hob</p>' },
    change: { name: 'The kitchen' },
  },
};

const callOf = (method: string, path: string): CallDefinition =>
  app.api.calls.find((call) => call.method === method && call.path === path) ?? expect.fail(path);

const fieldsOf = (schema: z.ZodType | undefined): Fields =>
  schema instanceof z.ZodObject ? schema.shape : {};

/** A value of the same type that is not the stored one. */
function otherThan(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return [...value, 'more'];
  if (typeof value === 'object' && value !== null) return { ...value, more: 1 };
  return `${value ?? ''}x`;
}

async function countEntries(): Promise<number> {
  const { n } = await app.database.db
    .selectFrom('audit_entry')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

describe.each(Object.entries(TRIALS))('a %s', (_name, trial) => {
  const { path, add = path, update = `${path}/:id/update`, listed, change, as = office } = trial;
  let id = '';

  async function read(): Promise<Fields> {
    if (!listed) return (await request('GET', `${path}/${id}`, undefined, as)).body;
    const { items } = (await request('GET', path)).body as { items: Fields[] };
    return items.find((item) => item.id === id) ?? expect.fail('It is not in its list.');
  }
  const send = (body: Fields) => request('POST', update.replace(':id', id), body, as);

  it('is created with every field of the specification', async () => {
    const created = await request('POST', add, trial.create, as);
    expect(created).toMatchObject({ status: 201 });
    id = String(created.body.id);
  });

  it('comes back unchanged: nothing changes, and no trace is left', async () => {
    const before = await read();
    const entries = await countEntries();
    app.clock.advance({ minutes: 1 });
    const reply = await send(before);
    expect(reply).toMatchObject({ status: 200, body: { id } });
    expect(await read()).toEqual(before);
    expect(await countEntries()).toBe(entries);
  });

  it('comes back with one change', async () => {
    const before = await read();
    const reply = await send({ ...before, ...change });
    expect(reply.body).not.toHaveProperty('errors');
    const { updatedAt: _now, version: _version, ...after } = await read();
    const { updatedAt: _then, version: _old, ...was } = before;
    const changed = Object.keys(after).filter(
      (name) => JSON.stringify(after[name]) !== JSON.stringify(was[name]),
    );
    expect(changed).toEqual(expect.arrayContaining(Object.keys(change)));
  });

  it('comes back with a read-only value changed: refused by its name, and nothing is saved', async () => {
    const before = await read();
    const writable = fieldsOf(callOf('POST', update).body);
    const names = Object.keys(before).filter((name) => !(name in writable));
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) {
      const reply = await send({ ...before, ...change, [name]: otherThan(before[name]) });
      expect({ status: reply.status, errors: reply.body.errors }).toMatchObject({
        status: 422,
        errors: [{ path: name }],
      });
    }
    expect(await read()).toEqual(before);
  });

  it('and a field of neither the record nor the call is refused', async () => {
    const reply = await send({ ...(await read()), noSuchField: null });
    expect(reply).toMatchObject({ status: 422, body: { errors: [{ path: 'noSuchField' }] } });
  });
});

describe.each(BLOCK_NAMES)('the block %s', (name) => {
  const { path } = BLOCKS[name].read;

  it('comes back unchanged without a new version, with a change, and never with another date', async () => {
    const first = (await request('GET', path)).body;
    const entries = await countEntries();
    expect(await request('POST', path, first)).toEqual({ status: 200, body: first });
    expect(await countEntries()).toBe(entries);
    const [text] = Object.keys(first).filter((field) => typeof first[field] === 'string');
    if (text === undefined || text === 'updatedAt') return;
    const changed = { ...first, [text]: `${String(first[text])} and more` };
    const saved = await request('POST', path, changed);
    expect(saved).toMatchObject({ status: 200, body: { version: Number(first.version) + 1 } });
    const stale = await request('POST', path, { ...saved.body, updatedAt: '2020-01-01T00:00:00+08:00' });
    expect(stale).toMatchObject({ status: 422, body: { errors: [{ path: 'updatedAt' }] } });
  });
});

describe('what a client states about a new record', () => {
  const person = (mobile: string) => ({ ...TRIALS.customer?.create, mobile, email: `${mobile}@example.com` });
  const code = { ...TRIALS['promo code']?.create, code: 'OTHER' };
  const claims = {
    trash: { path: '/checklists', body: { english: 'Dust', trash: 1 }, said: /set to 0/ },
    creditsLeft: { path: '/customers', body: { ...person('91230007'), creditsLeft: 5 }, said: /set to 0/ },
    otpVerified: {
      path: '/customers',
      body: { ...person('91230008'), otpVerified: 1 },
      said: /set to false/,
    },
    remainder: { path: '/promocodes', body: { ...code, remainder: 7 }, said: /set to 100/ },
    paid: { path: '/jobs', body: { ...job, ...LATER, paid: true }, said: /set to false/ },
    job_address_postal: {
      path: '/jobs',
      body: { ...job, ...LATER, job_address_postal: '018956' },
      said: /310145/,
    },
    endTime: {
      path: '/jobs',
      body: { ...job, ...LATER, endTime: '2026-12-02T13:00:00+08:00' },
      said: /ends at 2026-12-02T12:00:00\+08:00/,
    },
  };

  it.each(Object.entries(claims))('(%s) has to be true, or nothing is created', async (name, claim) => {
    const count = async () => (await request('GET', claim.path)).body.total;
    const before = await count();
    expect(await request('POST', claim.path, claim.body)).toMatchObject({
      status: 422,
      body: { errors: [{ path: name, message: expect.stringMatching(claim.said) }] },
    });
    expect(await count()).toBe(before);
  });
});

it('a record that someone else has changed since is not overwritten, also at the same moment', async () => {
  const { body: created } = await request('POST', '/checklists', { english: 'Sweep' });
  app.clock.advance({ minutes: 1 });
  const one = { ...created, english: 'Sweep well' };
  const other = { ...created, english: 'Sweep twice' };
  const replies = await Promise.all(
    [one, other].map((body) => request('POST', `/checklists/${String(created.id)}/update`, body)),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  const refused = replies.find(({ status }) => status === 422)?.body;
  expect(refused).toMatchObject({ code: 'changed_since', current: { id: created.id } });
});

it('a visit that the saved card pays comes back whole, with one field changed', async () => {
  const start = { startTime: '2026-11-30T13:00:00+08:00', endTime: '2026-11-30T16:00:00+08:00' };
  const recurrence = { interval: 'weekly', count: 2 };
  const { id } = (await request('POST', '/jobs', { ...job, ...start, recurrence, cleaner1ID: cleanerID }))
    .body;
  const address = `/jobs/${String(id)}`;
  await app.database.pool.query("update customer set card_payment_method_id = 'pm_card_visa' where id = $1", [
    job.customerID,
  ]);
  expect(await request('POST', `${address}/pay-each-visit`, {})).toMatchObject({ status: 200 });
  const { body: whole } = await request('GET', address);
  expect(whole).toMatchObject({ charge: { when: 'after-visit', declines: 0 } });
  const changed = { ...whole, specialRequests: 'Ring twice' };
  expect(await request('POST', `${address}/update`, changed)).toMatchObject({
    status: 200,
    body: { specialRequests: 'Ring twice', charge: whole.charge },
  });
  const other = { ...changed, charge: { when: 'weekly', declines: 0, againAt: null } };
  expect(await request('POST', `${address}/update`, other)).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'charge' }] },
  });
});

it('the checklist of a visit comes back whole, with one more tick', async () => {
  const start = { startTime: '2026-11-30T09:00:00+08:00', endTime: '2026-11-30T12:00:00+08:00' };
  const { id } = (await request('POST', '/jobs', { ...job, ...start, cleaner1ID: cleanerID })).body;
  expect(await request('POST', `/jobs/${String(id)}/pay-later`, { dueOn: '2026-12-31' })).toMatchObject({
    status: 200,
  });
  app.clock.set('2026-11-30T09:00:00+08:00');
  const cleaner = await signedIn(app, 'cleaner', cleanerID);
  const read = () => request('GET', `/job_checklists/${String(id)}`, undefined, cleaner);
  const save = (body: Fields) => request('POST', `/job_checklists/${String(id)}/update`, body, cleaner);
  const before = (await read()).body as { checklist: Fields[] };
  expect(await save(before)).toMatchObject({ status: 200, body: before });
  const [first, ...others] = before.checklist;
  const ticked = await save({ ...before, checklist: [{ ...first, done: true }, ...others] });
  expect(ticked).toMatchObject({
    status: 200,
    body: { checklist: expect.arrayContaining([expect.objectContaining({ done: true })]) },
  });
  expect(await save({ ...ticked.body, id: mei.id })).toMatchObject({ status: 422 });
});

it('every call that creates, changes or replaces a record has a case here', () => {
  const blocks = BLOCK_NAMES.map((name) => `POST ${BLOCKS[name].save.path}`);
  const trials = Object.values(TRIALS).flatMap(({ path, add = path, update = `${path}/:id/update` }) => [
    `POST ${add}`,
    `POST ${update}`,
  ]);
  const others = ['POST /job_checklists/:id/update'];
  const known = new Set([...blocks, ...trials, ...others]);
  const missing = app.api.calls
    .filter(({ changes, replaces, creates }) => changes ?? replaces ?? creates)
    .map(({ method, path }) => `${method} ${path}`)
    .filter((name) => !known.has(name));
  expect(missing).toEqual([]);
});
