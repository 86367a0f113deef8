import { expect, it } from 'vitest';
import { feature as places } from '#features/catalogue/places/server/index.ts';
import { feature as accounts, createAdmin } from '#features/people/accounts/server/index.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem, startTestApp } from '#platform/testing/test-app.ts';
import { addNote, listNotes, withdrawNote } from '../contract/notes.ts';
import * as calls from '../contract.ts';
import { feature as customers } from './index.ts';

const app = await startTestApp({ features: [accounts, places, customers] });
const siti = {
  identity: 'siti',
  password: 'the key to the office',
  fullname: 'Siti Wahab',
  email: 'siti@kemas.example',
  officeRole: 'owner',
} as const;
const made = await createAdmin(app.context(), siti);
if ('refusal' in made) throw new Error('Siti could not be created.');
const adminID = made.id;
const office = await signedIn(app, 'admin', adminID);

let people = 0;
async function customer(): Promise<string> {
  people += 1;
  const person = {
    mobile: `659${String(3_000_000 + people)}`,
    firstname: 'Wei Ling',
    lastname: 'Tan',
    email: `noted${people}@home.example`,
  };
  return (await app.call(calls.createCustomer, { body: person }, office)).body.id;
}
const write = async (id: string, text: string) =>
  (await app.call(addNote, { params: { id }, body: { text } }, office)).body;
const textsOf = async (id: string) =>
  (await app.call(listNotes, { params: { id } }, office)).body.items.map(({ text }) => text);

it('stores notes with author and time, newest first', async () => {
  const id = await customer();
  app.clock.set('2026-11-23T10:00:00+08:00');
  const note = await write(id, '  Dog is shy.\nRing twice.  ');
  expect(note).toMatchObject({
    customerID: id,
    text: 'Dog is shy.\nRing twice.',
    admin: { id: adminID, fullname: 'Siti Wahab' },
    createdAt: '2026-11-23T10:00:00+08:00',
    withdrawnAt: null,
  });
  app.clock.advance({ minutes: 1 });
  await write(id, 'Prefers mornings. 喜欢早上');
  await write(await customer(), 'Somebody else.');
  expect(await textsOf(id)).toEqual(['Prefers mornings. 喜欢早上', 'Dog is shy.\nRing twice.']);
});

it('withdraws a note once, keeps it, and no longer shows it', async () => {
  const id = await customer();
  const note = await write(id, 'Wrong person.');
  const path = { params: { id, noteID: note.id }, body: {} };
  const first = await app.call(withdrawNote, path, office);
  app.clock.advance({ minutes: 5 });
  const again = await app.call(withdrawNote, path, office);
  expect(first.body.withdrawnAt).not.toBeNull();
  expect(again.body).toEqual(first.body);
  expect(await textsOf(id)).toEqual([]);
  const { rows } = await app.database.pool.query('select action from audit_entry where subject_id = $1', [
    id,
  ]);
  expect(rows.map(({ action }) => action).toSorted()).toEqual([
    'customer.created',
    'customer.note-withdrawn',
    'customer.noted',
  ]);
});

it('refuses an empty note, a note on an unknown customer, and another customer’s note', async () => {
  const [one, other] = [await customer(), await customer()];
  const empty = await app.call(addNote, { params: { id: one }, body: { text: '  ' } }, office);
  expect(problem(empty)).toMatchObject({ status: 422, errors: [{ path: 'text' }] });
  const nobody = { params: { id: app.services.newID() } };
  expect((await app.call(listNotes, nobody, office)).status).toBe(404);
  expect((await app.call(addNote, { ...nobody, body: { text: 'Hello' } }, office)).status).toBe(404);
  const { id: noteID } = await write(one, 'Theirs.');
  const crossed = await app.call(withdrawNote, { params: { id: other, noteID }, body: {} }, office);
  expect(crossed.status).toBe(404);
  expect(await textsOf(one)).toEqual(['Theirs.']);
});

it('cannot be edited, not even in the database', async () => {
  const id = await customer();
  const note = await write(id, 'As it was.');
  const edit = app.database.pool.query('update customer_note set text = $1 where id = $2', [
    'Other',
    note.id,
  ]);
  await expect(edit).rejects.toThrow('never edited');
});

it('tells a customer the masked owner of an e-mail address, ten times an hour', async () => {
  const [me, friend, gone] = [await customer(), await customer(), await customer()];
  const as = await signedIn(app, 'customer', me);
  const emailOf = async (id: string) =>
    (await app.call(calls.getCustomer, { params: { id } }, office)).body.email;
  const ask = (email: string) => app.call(calls.getFullname, { body: { email } }, as);
  const [theirs, closed] = [await emailOf(friend), await emailOf(gone)];
  await app.call(calls.trashCustomer, { params: { id: gone } }, office);
  expect((await ask(theirs.toUpperCase())).body).toEqual({ fullname: 'Wei L*** T***' });
  expect((await ask('nobody@home.example')).body).toEqual({ fullname: null });
  expect((await ask(closed)).body).toEqual({ fullname: null });
  for (let i = 0; i < 7; i += 1) await ask(theirs);
  expect(problem(await ask(theirs))).toMatchObject({ status: 429, code: 'throttled' });
});
