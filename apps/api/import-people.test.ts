import { beforeEach, describe, expect, it } from 'vitest';
import { createJobForCustomer } from '#features/booking/booking/contract.ts';
import { startBookingApp } from '#features/booking/booking/server/testing/booking-app.ts';
import { makeWorld } from '#features/booking/booking/server/testing/world.ts';
import * as calls from '#features/office/import/contract.ts';
import { FIELDS, plainHeader } from '#features/office/import/rules/fields.ts';
import { profileFields } from '#features/people/cleaners/cleaner-shapes.ts';
import { getCleaner, updateCleaner } from '#features/people/cleaners/contract.ts';
import { homeFields } from '#features/people/customers/address-shapes.ts';
import { addNote, listNotes } from '#features/people/customers/contract/notes.ts';
import {
  createAddress,
  getCustomer,
  listAddresses,
  listCustomers,
  updateAddress,
  updateCustomerAsAdmin,
} from '#features/people/customers/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import { features } from './features.ts';

const app = await startBookingApp({ features, connections: 10 });
const world = await makeWorld(app.context(), { customers: 1, cleaners: 1 });

let office: As;
let serial = 0;

beforeEach(async () => {
  office = await signedIn(app, 'admin');
});

function someone(row: number, over: object = {}) {
  serial += 1;
  const person = { firstname: 'Siew Hua', mobile: String(92_000_000 + serial), email: `hua${serial}@x.sg` };
  const home = { addressLine1: 'Blk 145 Lor 2', postal: '310145' };
  return { row, person: { ...person, ...over }, homes: [home] };
}

async function start(total: number, kind: 'customers' | 'cleaners' = 'customers') {
  const body = { kind, source: 'kemas', filename: 'people.csv', total } as const;
  const started = await app.call(calls.startImport, { body }, office);
  expect(started.status).toBe(201);
  return started.body.id;
}

type People = Parameters<typeof app.call<typeof calls.importCustomers>>[1]['body']['people'];
const send = (id: string, people: People) =>
  app.call(calls.importCustomers, { params: { id }, body: { people } }, office);
const undo = (id: string) => app.call(calls.undoImport, { params: { id } }, office);
const report = async (id: string) =>
  (await app.call(calls.listImportReport, { params: { id } }, office)).body.items;

async function customerIDs(batchID: string): Promise<string[]> {
  const { rows } = await app.database.pool.query(
    'select customer_id from import_row where batch_id = $1 and customer_id is not null order by row_number',
    [batchID],
  );
  return rows.map((row) => row.customer_id);
}

describe('an import of customers', () => {
  it('adds them with their homes, audited, and sends nobody a message', async () => {
    const before = app.sent.mail.length;
    const id = await start(2);
    const two = someone(3);
    const reply = await send(id, [someone(2), { ...two, homes: [...two.homes, ...two.homes] }]);
    expect(reply.body).toMatchObject({ created: 2, skipped: 0, state: 'running' });
    const ended = await app.call(calls.endImport, { params: { id }, body: {} }, office);
    expect(ended.body).toMatchObject({ state: 'finished', created: 2 });
    const [first = '', second = ''] = await customerIDs(id);
    expect((await app.call(getCustomer, { params: { id: first } }, office)).body).toMatchObject({
      firstname: 'Siew Hua',
      otpVerified: false,
    });
    const homes = await app.call(listAddresses, { query: { customerID: second } }, office);
    expect(homes.body.items.map(({ isPrimary }) => isPrimary).toSorted()).toEqual([false, true]);
    await app.runOutbox();
    expect(app.sent.mail.length).toBe(before);
    const { rows } = await app.database.pool.query(
      'select action from audit_entry where subject_id = any($1) order by action',
      [[id, first]],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'customer.created',
      'import.finished',
      'import.started',
    ]);
  });

  it('adds notes, wishes and hours of credit; an undo keeps those with hours only', async () => {
    const id = await start(2);
    const rich = someone(2, { credits: [{ perHour: 27, numCredits: 12.5 }] });
    const home = { ...rich.homes[0], languagePreference: 'Mandarin', genderPreference: 'female' };
    const people = [
      { ...rich, homes: [home], note: 'Key with the guard' },
      { ...someone(3), note: 'Has a dog' },
    ] as People;
    expect((await send(id, people)).body).toMatchObject({ created: 2, skipped: 0 });
    const [first = '', second = ''] = await customerIDs(id);
    expect((await app.call(getCustomer, { params: { id: first } }, office)).body).toMatchObject({
      creditsLeft: 12.5,
      credits: [{ perHour: 27, numCredits: 12.5 }],
    });
    const homes = await app.call(listAddresses, { query: { customerID: first } }, office);
    expect(homes.body.items).toMatchObject([{ languagePreference: 'Mandarin', genderPreference: 'female' }]);
    const notes = await app.call(listNotes, { params: { id: first }, query: {} }, office);
    expect(notes.body.items).toMatchObject([{ text: 'Key with the guard' }]);
    expect((await undo(id)).body).toMatchObject({ left: 0, batch: { removed: 1 } });
    expect(await report(id)).toMatchObject([{ row: 2, reason: expect.stringContaining('hours of credit') }]);
    expect((await app.call(getCustomer, { params: { id: second } }, office)).status).toBe(404);
  });

  it('skips those whose number or address is taken by now, and reports them', async () => {
    const taken = someone(2);
    await send(await start(1), [taken]);
    const id = await start(3);
    const sameEmail = someone(4, { email: taken.person.email });
    const reply = await send(id, [{ ...taken, row: 2 }, someone(3), sameEmail]);
    expect(reply.body).toMatchObject({ created: 1, skipped: 2 });
    expect((await report(id)).map(({ row, reason }) => [row, reason.split(' is ')[0]])).toEqual([
      [2, 'Someone with this mobile number'],
      [4, 'Someone with this e-mail address'],
    ]);
  });

  it('writes a row once, although two requests bring it at the same time', async () => {
    const id = await start(5);
    const people = [someone(2), someone(3)];
    const replies = await Promise.all([send(id, people), send(id, people), send(id, people)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await send(id, people)).body).toMatchObject({ created: 2, skipped: 0 });
  });

  it('takes no rows after it has ended, and none of another kind', async () => {
    const id = await start(2);
    await app.call(calls.endImport, { params: { id }, body: { cancelled: true } }, office);
    expect(problem(await send(id, [someone(2)]))).toMatchObject({ status: 409, code: 'import_ended' });
    const cleaners = await start(1, 'cleaners');
    expect(problem(await send(cleaners, [someone(2)])).code).toBe('import_of_others');
  });

  it('refuses wrong values beside their fields, as the form does', async () => {
    const id = await start(2);
    const refused = await send(id, [someone(2), someone(3, { mobile: '123' })]);
    expect(problem(refused).errors).toMatchObject([{ path: 'people.1.person.mobile' }]);
    const card = await send(id, [someone(2, { lastname: '4242 4242 4242 4242' })]);
    expect(problem(card).errors).toMatchObject([{ path: 'people.0.person.lastname' }]);
  });
});

describe('the dry run', () => {
  it('finds who is there, by number or address, also in the trash, and writes nothing', async () => {
    const known = someone(2);
    await send(await start(1), [known]);
    const { mobile, email } = known.person;
    const fresh = someone(9).person;
    const people = [
      { mobile, email: 'other@x.sg' },
      { mobile: fresh.mobile, email: email.toUpperCase() },
      { mobile: fresh.mobile, email: fresh.email },
    ];
    const found = await app.call(calls.findImported, { body: { kind: 'customers', people } }, office);
    expect(found.body.items).toMatchObject([
      { index: 0, same: 'mobile', trash: 0 },
      { index: 1, same: 'email', trash: 0 },
    ]);
    const cleaners = await app.call(calls.findImported, { body: { kind: 'cleaners', people } }, office);
    expect(cleaners.body.items).toEqual([]);
  });
});

describe('an undo', () => {
  it('deletes whom the import added, so that the file can be imported again', async () => {
    const people = [someone(2), someone(3)];
    const id = await start(2);
    await send(id, people);
    const [first = ''] = await customerIDs(id);
    expect((await undo(id)).body).toMatchObject({ left: 0, batch: { removed: 2, state: 'undone' } });
    expect((await app.call(getCustomer, { params: { id: first } }, office)).status).toBe(404);
    expect((await undo(id)).body).toMatchObject({ left: 0, batch: { removed: 2 } });
    expect((await send(await start(2), people)).body).toMatchObject({ created: 2, skipped: 0 });
  });

  it('keeps who has a booking, a note or a sign-in by now, and says why', async () => {
    const id = await start(4);
    await send(id, [someone(2), someone(3), someone(4), someone(5)]);
    const [booked = '', noted = '', signed = ''] = await customerIDs(id);
    const homes = await app.call(listAddresses, { query: { customerID: booked } }, office);
    const job = {
      customerID: booked,
      packageID: world.packageID,
      addressID: homes.body.items[0]?.id ?? '',
      startTime: '2026-12-01T09:00:00+08:00',
    };
    expect((await app.call(createJobForCustomer, { body: job }, office)).status).toBe(201);
    app.clock.advance({ seconds: 1 });
    await app.call(addNote, { params: { id: noted }, body: { text: 'Has a cat' } }, office);
    await app.database.pool.query('update customer set otp_verified_at = now() where id = $1', [signed]);
    expect((await undo(id)).body).toMatchObject({ left: 0, batch: { removed: 1, state: 'undone' } });
    expect((await report(id)).map(({ row, outcome, reason }) => [row, outcome, reason])).toEqual([
      [2, 'kept', 'This customer has bookings, payments, hours of credit, notes or other records.'],
      [3, 'kept', 'This customer has bookings, payments, hours of credit, notes or other records.'],
      [4, 'kept', 'This customer has signed in.'],
    ]);
    expect(
      (await app.call(listAddresses, { query: { customerID: booked } }, office)).body.items,
    ).toHaveLength(1);
    const found = await app.call(listCustomers, { query: { q: 'Siew Hua', size: 1 } }, office);
    expect(found.status).toBe(200);
  });

  it('keeps who was changed since, or was given a home', async () => {
    const id = await start(4);
    await send(id, [someone(2), someone(3), someone(4), someone(5)]);
    const [edited = '', moved = '', added = ''] = await customerIDs(id);
    app.clock.advance({ seconds: 1 });
    const name = { params: { id: edited }, body: { firstname: 'Corrected' } };
    expect((await app.call(updateCustomerAsAdmin, name, office)).status).toBe(200);
    const homes = await app.call(listAddresses, { query: { customerID: moved } }, office);
    const unit = { params: { id: homes.body.items[0]?.id ?? '' }, body: { addressLine2: '#05-21' } };
    expect((await app.call(updateAddress, unit, office)).status).toBe(200);
    const home = { customerID: added, addressLine1: 'Blk 2', postal: '310146' };
    expect((await app.call(createAddress, { body: home }, office)).status).toBe(201);
    expect((await undo(id)).body).toMatchObject({ left: 0, batch: { removed: 1, state: 'undone' } });
    expect((await report(id)).map(({ row, outcome, reason }) => [row, outcome, reason])).toEqual(
      [2, 3, 4].map((row) => [row, 'kept', 'This customer was changed since.']),
    );
    const kept = await app.call(listAddresses, { query: { customerID: added } }, office);
    expect(kept.body.items).toHaveLength(2);
  });

  it('ends an import that is still running, and goes on in steps', async () => {
    const count = calls.UNDONE_AT_ONCE + 5;
    const id = await start(count + 10);
    for (let from = 0; from < count; from += calls.PEOPLE_AT_ONCE) {
      const length = Math.min(calls.PEOPLE_AT_ONCE, count - from);
      await send(
        id,
        Array.from({ length }, (_, index) => someone(2 + from + index)),
      );
    }
    expect((await undo(id)).body).toMatchObject({ left: 5, batch: { state: 'cancelled' } });
    expect(problem(await send(id, [someone(900)])).code).toBe('import_ended');
    expect((await undo(id)).body).toMatchObject({ left: 0, batch: { removed: count, state: 'undone' } });
  });
});

describe('an import of cleaners', () => {
  it('adds them with their hours, skips taken numbers, and can be undone', async () => {
    const id = await start(2, 'cleaners');
    const hours = { mondayHours: '09:00-13:00' };
    const person = { firstname: 'Aminah', mobile: '81110001', gender: 'female', ...hours } as const;
    const people = [
      { row: 2, person },
      { row: 3, person: { firstname: 'Siti', mobile: '81110001' } },
    ] as const;
    const reply = await app.call(
      calls.importCleaners,
      { params: { id }, body: { people: [...people] } },
      office,
    );
    expect(reply.body).toMatchObject({ created: 1, skipped: 1 });
    const { rows } = await app.database.pool.query(
      'select cleaner_id from import_row where batch_id = $1 and cleaner_id is not null',
      [id],
    );
    const cleanerID = rows[0].cleaner_id;
    expect((await app.call(getCleaner, { params: { id: cleanerID } }, office)).body).toMatchObject({
      mondayAvailability: true,
      tuesdayAvailability: false,
    });
    expect((await undo(id)).body).toMatchObject({ left: 0, batch: { removed: 1 } });
    expect((await app.call(getCleaner, { params: { id: cleanerID } }, office)).status).toBe(404);
  });

  it('is undone except for whom was given hours since', async () => {
    const id = await start(1, 'cleaners');
    const person = { firstname: 'Rosnah', mobile: '81110007' };
    await app.call(calls.importCleaners, { params: { id }, body: { people: [{ row: 2, person }] } }, office);
    const { rows } = await app.database.pool.query('select cleaner_id from import_row where batch_id = $1', [
      id,
    ]);
    app.clock.advance({ seconds: 1 });
    const hours = { params: { id: rows[0].cleaner_id }, body: { mondayHours: '09:00-13:00' } };
    expect((await app.call(updateCleaner, hours, office)).status).toBe(200);
    expect((await undo(id)).body).toMatchObject({ left: 0, batch: { removed: 0, state: 'undone' } });
    expect(await report(id)).toMatchObject([{ row: 2, reason: 'This cleaner was changed since.' }]);
  });
});

it('recognises the headings of our own CSV files', () => {
  const labels = [
    ['customers', homeFields.table],
    ['cleaners', profileFields.table],
  ] as const;
  const unknown = labels.flatMap(([kind, table]) =>
    FIELDS[kind].flatMap(({ name, label, aliases }) => {
      const own = Object.entries<{ label: string }>(table).find(([field]) => field === name)?.[1].label;
      const known = [label, ...aliases].map(plainHeader);
      return own === undefined || known.includes(plainHeader(own)) ? [] : [own];
    }),
  );
  // "Cleaner" is the gender that a home asks for, but a cleaner's name in files of others. "Name as shown" is computed.
  expect(unknown).toEqual(['Cleaner', 'Name as shown']);
});
