import { describe, expect, it } from 'vitest';
import { feature as places } from '#features/catalogue/places/server/index.ts';
import { feature as accounts } from '#features/people/accounts/server/index.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, startTestApp } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { feature, getAddressOf } from './index.ts';

let people = 0;

const app = await startTestApp({ features: [accounts, places, feature], connections: 20 });
const office = await signedIn(app, 'admin');

async function customer() {
  people += 1;
  const mobile = `659${String(3_000_000 + people).padStart(7, '0')}`;
  const body = { mobile, firstname: 'Devi', email: `devi${people}@home.example` };
  const added = await app.call(calls.createCustomer, { body }, office);
  return { id: added.body.id, as: await signedIn(app, 'customer', added.body.id) };
}
const HOME = { label: 'Home', type: 'hdb_4', addressLine1: 'Blk 145 Lor 2 Toa Payoh', postal: '310145' };
const of = (id: string) => ({ params: { id } });
const add = async (who: { as: As }, more: object = {}) =>
  (await app.call(calls.createAddress, { body: { ...HOME, ...more } }, who.as)).body;
async function primaries(who: { as: As }) {
  const { body } = await app.call(calls.listAddresses, {}, who.as);
  return body.items.filter((address) => address.isPrimary).map((address) => address.id);
}

describe('an address', () => {
  it('derives area and coordinates from the postal code', async () => {
    const who = await customer();
    const reply = await app.call(calls.createAddress, { body: HOME }, who.as);
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      customerID: who.id,
      country: 'Singapore',
      areaID: '01900000-0000-7000-8000-000000000212',
      latitude: 1.331,
      longitude: 103.852,
      hasPets: false,
      genderPreference: '',
      isPrimary: true,
    });
  });

  it('formats unit numbers when created and changed', async () => {
    const who = await customer();
    const address = await add(who, { addressLine2: '08-112' });
    expect(address.addressLine2).toBe('#08-112');
    const update = async (addressLine2: string) =>
      (await app.call(calls.updateAddress, { ...of(address.id), body: { addressLine2 } }, who.as)).body
        .addressLine2;
    expect([await update('b1-02'), await update('The shophouse')]).toEqual(['#B1-02', 'The shophouse']);
  });

  it('keeps sent coordinates until the postal code changes', async () => {
    const who = await customer();
    const address = await add(who, { latitude: 1.3345, longitude: 103.8501 });
    expect(address.latitude).toBe(1.3345);
    const update = async (body: object) =>
      (await app.call(calls.updateAddress, { ...of(address.id), body }, who.as)).body;
    expect(await update({ label: 'Mum' })).toMatchObject({ label: 'Mum', latitude: 1.3345 });
    expect(await update({ postal: '520110' })).toMatchObject({
      latitude: 1.356,
      areaID: '01900000-0000-7000-8000-000000000218',
    });
  });

  it('keeps a sent area until the postal code changes', async () => {
    const [who, [bishan, tampines]] = [await customer(), ['000000000220', '000000000218']];
    const areaID = `01900000-0000-7000-8000-${bishan}`;
    const address = await add(who, { areaID });
    expect(address.areaID).toBe(areaID);
    const update = (body: object) => app.call(calls.updateAddress, { ...of(address.id), body }, who.as);
    expect((await update({ label: 'Mum' })).body.areaID).toBe(areaID);
    expect((await update({ postal: '520110' })).body.areaID).toBe(`01900000-0000-7000-8000-${tampines}`);
    expect((await update({ areaID })).body.areaID).toBe(areaID);
  });

  it('is refused with an unknown area', async () => {
    const who = await customer();
    const areaID = '01900000-0000-7000-8000-0000000fffff';
    const added = await app.call(calls.createAddress, { body: { ...HOME, areaID } }, who.as);
    const { id } = await add(who);
    const changed = await app.call(calls.updateAddress, { ...of(id), body: { areaID } }, who.as);
    for (const reply of [added, changed]) {
      expect(reply.status).toBe(422);
      expect(reply.body).toMatchObject({ errors: [{ path: 'areaID', message: 'There is no such area.' }] });
    }
  });

  it('in an unknown sector is accepted without an area', async () => {
    const who = await customer();
    expect(await add(who, { postal: '740001' })).toMatchObject({
      areaID: null,
      latitude: null,
      longitude: null,
    });
    const reply = await app.call(calls.createAddress, { body: { ...HOME, postal: '31014' } }, who.as);
    expect(reply.status).toBe(422);
  });

  it('can be booked only while it exists and belongs to the customer', async () => {
    const [who, other] = [await customer(), await customer()];
    const { id } = await add(who);
    expect((await getAddressOf(app.context(), who.id, id))?.postal).toBe('310145');
    expect(await getAddressOf(app.context(), other.id, id)).toBeNull();
    await app.call(calls.trashAddress, of(id), who.as);
    expect(await getAddressOf(app.context(), who.id, id)).toBeNull();
  });
});

describe('the primary address', () => {
  it('is the first one until another requests it', async () => {
    const who = await customer();
    const [first, second] = [await add(who), await add(who, { label: 'Office' })];
    expect(await primaries(who)).toEqual([first.id]);
    await app.call(calls.updateAddress, { ...of(second.id), body: { isPrimary: true } }, who.as);
    expect(await primaries(who)).toEqual([second.id]);
    const third = await add(who, { isPrimary: true });
    expect(await primaries(who)).toEqual([third.id]);
    await app.call(calls.updateAddress, { ...of(third.id), body: { isPrimary: false } }, who.as);
    expect(await primaries(who)).toEqual([third.id]);
  });

  it('becomes the oldest remaining one when it is trashed', async () => {
    const who = await customer();
    const [first, second] = [await add(who), await add(who)];
    await app.call(calls.trashAddress, of(first.id), who.as);
    expect(await primaries(who)).toEqual([second.id]);
    expect((await app.call(calls.untrashAddress, of(first.id), who.as)).body).toMatchObject({
      trash: 0,
      isPrimary: false,
    });
    expect(await primaries(who)).toEqual([second.id]);
  });

  it('is exactly one, whatever is created and changed concurrently', async () => {
    const who = await customer();
    const added = await Promise.all(Array.from({ length: 8 }, () => add(who, { isPrimary: true })));
    await Promise.all(
      added.map(({ id }, index) =>
        index % 2 === 0
          ? app.call(calls.trashAddress, of(id), who.as)
          : app.call(calls.updateAddress, { ...of(id), body: { isPrimary: true } }, who.as),
      ),
    );
    expect(await primaries(who)).toHaveLength(1);
  });
});

describe('addresses', () => {
  it('are listed for their customer only, whatever is requested; the office sees all, including the trash', async () => {
    const [who, other] = [await customer(), await customer()];
    const [home, gone, theirs] = [await add(who), await add(who), await add(other)];
    await app.call(calls.trashAddress, of(gone.id), who.as);
    const list = async (query: object, as: As) =>
      (await app.call(calls.listAddresses, { query }, as)).body.items.map((address) => address.id);
    expect(await list({ customerID: other.id, trash: '*' }, who.as)).toEqual([home.id]);
    expect(await list({ customerID: other.id }, office)).toEqual([theirs.id]);
    expect((await list({ customerID: who.id, trash: '*' }, office)).sort()).toEqual(
      [home.id, gone.id].sort(),
    );
  });

  it('of another customer are 404 like unknown ones, and stay unchanged', async () => {
    const [who, other] = [await customer(), await customer()];
    const { id } = await add(who);
    for (const target of [id, app.services.newID()]) {
      const replies = [
        await app.call(calls.getAddress, of(target), other.as),
        await app.call(calls.updateAddress, { ...of(target), body: { label: 'Mine now' } }, other.as),
        await app.call(calls.trashAddress, of(target), other.as),
        await app.call(calls.untrashAddress, of(target), other.as),
      ];
      expect(replies.map((reply) => reply.status)).toEqual([404, 404, 404, 404]);
    }
    expect((await app.call(calls.getAddress, of(id), who.as)).body.label).toBe('Home');
  });

  it('are always created for the caller; the office names the customer', async () => {
    const [who, other] = [await customer(), await customer()];
    expect((await add(who, { customerID: other.id })).customerID).toBe(who.id);
    const forOther = await app.call(calls.createAddress, { body: { ...HOME, customerID: other.id } }, office);
    expect(forOther.body.customerID).toBe(other.id);
    expect((await app.call(calls.createAddress, { body: HOME }, office)).status).toBe(422);
    const nobody = { ...HOME, customerID: app.services.newID() };
    expect((await app.call(calls.createAddress, { body: nobody }, office)).status).toBe(404);
  });

  it('cannot be used by cleaners and signed-out users', async () => {
    const { id } = await add(await customer());
    const cleaner = await signedIn(app, 'cleaner');
    expect((await app.call(calls.getAddress, of(id), cleaner)).status).toBe(403);
    expect((await app.call(calls.listAddresses, {}, cleaner)).status).toBe(403);
    expect((await app.call(calls.getAddress, of(id))).status).toBe(401);
  });
});
