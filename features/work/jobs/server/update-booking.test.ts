import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { bookJob } from '#features/booking/booking/server/index.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { addCode } from '#features/booking/booking/server/testing/codes-and-hours.ts';
import {
  barrierFor,
  withoutCleanerLocks,
} from '#features/booking/booking/server/testing/without-cleaner-locks.ts';
import {
  addCleaner,
  addCustomer,
  addPackage,
  makeWorld,
  type WorldCustomer,
} from '#features/booking/booking/server/testing/world.ts';
import { commitJob, updateCredit } from '#features/booking/checkout/contract.ts';
import { updateCard } from '#features/money/cards/contract.ts';
import { giveHours } from '#features/money/credits/server/testing/credit-world.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { listAddresses, trashAddress, updateAddress } from '#features/people/customers/contract.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { cloneDatabase } from '#platform/testing/database.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { updateJob } from './update-job.ts';

const FAR = '520110';
const ADMIN = {
  role: 'admin',
  officeRole: 'owner',
  id: '0190a000-0000-7000-8000-000000000001',
  sessionID: '',
} as const;

let office: As;
let mei: WorldCustomer & { readonly as: As };
let aminah: string;

const { app, stripe, world } = await startBusiness();
const pair = await addPackage(app.context(), { crew: 2 });
const long = await addPackage(app.context(), { hours: 4 });

beforeEach(async () => {
  app.clock.set('2026-11-23T10:00:00+08:00');
  office = await signedIn(app, 'admin');
  const customer = await addCustomer(app.context());
  mei = { ...customer, as: await signedIn(app, 'customer', customer.id) };
  aminah = await addCleaner(app.context());
});
afterEach(async () => {
  expect(await checkLedger(app.context())).toEqual([]);
});

const at = (time: string) => `2026-12-01T${time}:00+08:00`;

async function hold(more: object = {}) {
  const body = { packageID: world.packageID, addressID: mei.addressID, startTime: at('09:00'), ...more };
  const booked = await app.call(
    createJob,
    { body: { cleaner1ID: aminah, cleanerType: 'any', ...body } },
    mei.as,
  );
  expect(booked.status).toBe(201);
  return booked.body;
}

async function paid(more: object = {}) {
  const job = await hold(more);
  const reply = await app.call(
    commitJob,
    { params: { id: job.id }, body: { stripeToken: 'tok_visa' } },
    mei.as,
  );
  expect(reply.status).toBe(200);
  return job;
}

async function paidWithHours(hours: number) {
  await giveHours(app.context(), mei.id, { hours });
  const job = await hold();
  const reply = await app.call(updateCredit, { body: { jobID: job.id } as never }, mei.as);
  expect(reply.body).toMatchObject({ creditsUsed: 3, amountToPay: 0 });
  const settled = await app.call(commitJob, { params: { id: job.id }, body: {} }, mei.as);
  expect(settled.status).toBe(200);
  return job;
}

const update = (id: string, body: object, who = office) =>
  app.call(calls.updateJob, { params: { id }, body }, who);
const preview = (id: string, body: object, who = office) =>
  app.call(calls.previewUpdate, { params: { id }, body }, who);
const charge = (id: string, body: object, key?: string) =>
  app.request({
    method: 'POST',
    url: `/api/jobs/${id}/update-and-charge`,
    payload: body,
    headers: { authorization: `Bearer ${office.jwt}`, ...(key && { 'idempotency-key': key }) },
  }) as Promise<{ status: number; body: { code?: string; job?: { amountToPay: number } } }>;

async function storeCard(stripeToken = 'tok_visa') {
  expect((await app.call(updateCard, { body: { stripeToken } }, mei.as)).status).toBe(200);
}

async function money(): Promise<number[]> {
  await app.runOutbox();
  const rows = await app.services.db
    .selectFrom('money_transaction')
    .select('total')
    .where('customerID', '=', mei.id)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(({ total }) => total);
}

async function diary(cleanerID: string): Promise<string[]> {
  const rows = await app.services.db
    .selectFrom('cleaner_occupation')
    .select(['postal', 'startsAt', 'endsAt'])
    .where('cleanerID', '=', cleanerID)
    .where('releasedAt', 'is', null)
    .orderBy('startsAt')
    .execute();
  return rows.map((row) => `${row.postal} ${row.startsAt.slice(11, 16)}-${row.endsAt.slice(11, 16)}`);
}

describe('changing the home of a visit', () => {
  test('applies a corrected unit number and changes nothing else', async () => {
    const job = await paid();
    await app.runOutbox();
    const correction = { params: { id: mei.addressID }, body: { addressLine2: '#12-345' } };
    await app.call(updateAddress, correction, mei.as);
    const reply = await update(job.id, { addressID: mei.addressID }, mei.as);
    expect(reply.body).toMatchObject({
      job_address_addressLine2: '#12-345',
      cleaner1ID: aminah,
      amountToPay: 9000,
      hasChangedDate: false,
    });
    expect(await money()).toEqual([9000]);
    const crewText = app.sent.sms.find(({ body }) => body.startsWith('Your visit has changed.'));
    expect(crewText?.body).toContain('310145');
  });

  test('to another address checks the crew again, replaces those who cannot get there in time, and updates the diary', async () => {
    const siti = await addCleaner(app.context());
    const far = await addCustomer(app.context(), FAR);
    await app.services.db
      .updateTable('customer_address')
      .set({ customerID: mei.id, isPrimary: false })
      .where('id', '=', far.addressID)
      .execute();
    await paid({ startTime: at('12:00') });
    const job = await paid({ startTime: at('09:00') });
    const shown = await preview(job.id, { addressID: far.addressID });
    expect(shown.body.leaving.map(({ id }) => id)).toEqual([aminah]);
    expect(shown.body.joining).toHaveLength(1);
    expect((await update(job.id, { addressID: far.addressID }, mei.as)).body.cleaner1ID).not.toBe(aminah);
    expect(await diary(aminah)).toEqual(['310145 12:00-15:00']);
    expect(siti).not.toBe(aminah);
  });

  test('updates the diary of a crew that stays', async () => {
    const job = await paid();
    const moved = { params: { id: mei.addressID }, body: { postal: FAR } };
    await app.call(updateAddress, moved, mei.as);
    expect((await update(job.id, { addressID: mei.addressID })).status).toBe(200);
    expect(await diary(aminah)).toEqual([`${FAR} 09:00-12:00`]);
  });

  test('is open to the customer until a day before, for their own homes only', async () => {
    const job = await paid();
    const other = await addCustomer(app.context());
    expect((await update(job.id, { addressID: other.addressID }, mei.as)).status).toBe(422);
    expect((await update(job.id, { packageID: long }, mei.as)).status).toBe(403);
    app.clock.set('2026-11-30T09:30:00+08:00');
    const late = await signedIn(app, 'customer', mei.id);
    const moved = { params: { id: mei.addressID }, body: { addressLine2: '#01-01' } };
    await app.call(updateAddress, moved, late);
    const refused = await update(job.id, { addressID: mei.addressID }, late);
    expect(problem(refused).code).toBe('change_too_late');
    const stored = await app.call(listAddresses, {}, late);
    expect(stored.body.items[0]?.addressLine2).toBe('#01-01');
  });
});

describe('an unpaid visit', () => {
  test('just gets its new price, with its promo code', async () => {
    await addCode(app.context(), 'TENTH');
    const job = await hold({ promocode: 'TENTH' });
    const shown = await preview(job.id, { packageID: long, requireCleaningSupplies: true });
    expect(shown.body).toMatchObject({ amountToPay: 12150, difference: 4050, actions: [], hours: 4 });
    const changed = await update(job.id, { packageID: long, requireCleaningSupplies: true });
    expect(changed.body).toMatchObject({
      amountToPay: 12150,
      packageID: long,
      hours: 4,
      endTime: at('13:00'),
      requireCleaningSupplies: true,
    });
    const settled = await app.call(
      commitJob,
      { params: { id: job.id }, body: { stripeToken: 'tok_visa' } },
      mei.as,
    );
    expect(settled.status).toBe(200);
    expect(await money()).toEqual([12150]);
  });

  test('can be moved to another customer and one of their homes; a paid one cannot', async () => {
    const wei = await addCustomer(app.context());
    const job = await hold();
    expect((await update(job.id, { customerID: wei.id, addressID: mei.addressID })).status).toBe(422);
    const moved = await update(job.id, { customerID: wei.id, addressID: wei.addressID });
    expect(moved.body).toMatchObject({ customerID: wei.id, addressID: wei.addressID });
    const hers = await signedIn(app, 'customer', wei.id);
    const settled = await app.call(
      commitJob,
      { params: { id: job.id }, body: { stripeToken: 'tok_visa' } },
      hers,
    );
    expect(settled.status).toBe(200);
    const back = await update(job.id, { customerID: mei.id, addressID: mei.addressID });
    expect(problem(back).code).toBe('not_correctable');
  });
});

describe('a paid visit that costs less', () => {
  test('refunds the difference to the card, never more than was paid, and a cancellation refunds the rest', async () => {
    const job = await paid({ packageID: pair, cleaner2ID: await addCleaner(app.context()) });
    const undecided = await update(job.id, { numCleaners: 1 });
    expect(problem(undecided)).toMatchObject({ code: 'difference_undecided', difference: -9000 });
    const changed = await update(job.id, { numCleaners: 1, difference: -9000, differenceAction: 'refund' });
    expect(changed.body).toMatchObject({
      amountToPay: 9000,
      numCleaners: 1,
      cleaner1ID: aminah,
      cleaner2ID: null,
    });
    expect(await money()).toEqual([18000, -9000]);
    await app.call(calls.cancelJob, { params: { id: job.id }, body: {} }, office);
    expect(await money()).toEqual([18000, -9000, -9000]);
  });

  test('keeps its price if the office says so, and later changes count from what was paid', async () => {
    const job = await paid({ packageID: long });
    const kept = await update(job.id, { packageID: world.packageID, differenceAction: 'keep' });
    expect(kept.body).toMatchObject({ amountToPay: 12000, hours: 3 });
    expect((await preview(job.id, { packageID: long })).body).toMatchObject({ difference: 0, actions: [] });
    expect(await money()).toEqual([12000]);
  });

  test('hours that a cheaper visit no longer needs come back as hours', async () => {
    const job = await paidWithHours(5);
    await app.services.db
      .updateTable('package')
      .set({ hoursPerCleaner: 2 })
      .where('id', '=', world.packageID)
      .execute();
    const shown = await preview(job.id, { hours: 2 });
    const changed = await update(job.id, { hours: 2 });
    await app.services.db
      .updateTable('package')
      .set({ hoursPerCleaner: 3 })
      .where('id', '=', world.packageID)
      .execute();
    expect(shown.body).toMatchObject({ creditsReturned: 1, difference: 0, actions: [] });
    expect(changed.body).toMatchObject({ creditsUsed: 2, amountToPay: 0 });
    const { creditsLeft } = await app.services.db
      .selectFrom('customer')
      .select('creditsLeft')
      .where('id', '=', mei.id)
      .executeTakeFirstOrThrow();
    expect(creditsLeft).toBe(3);
    expect(problem(await update(job.id, { packageID: long })).code).toBe('not_correctable');
  });
});

describe('a paid visit that costs more', () => {
  test('is waived only with a reason', async () => {
    const job = await paid();
    const without = await update(job.id, { hours: 4, differenceAction: 'waive' });
    expect(problem(without).code).toBe('reason_needed');
    const waived = await update(job.id, { hours: 4, differenceAction: 'waive', reason: 'Our mistake' });
    expect(waived.body).toMatchObject({ amountToPay: 9000, hours: 4, endTime: at('13:00') });
    expect(await money()).toEqual([9000]);
  });

  test('charges the stored card once per key, and refunds all of it on cancellation', async () => {
    const job = await paid();
    await storeCard();
    const body = { hours: 4, difference: 3000 };
    const key = app.services.newID();
    const replies = await Promise.all([charge(job.id, body, key), charge(job.id, body, key)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(replies[0]?.body.job?.amountToPay).toBe(12000);
    expect(await money()).toEqual([9000, 3000]);
    expect((await charge(job.id, body)).body.code).toBe('price_changed');
    await app.call(calls.cancelJob, { params: { id: job.id }, body: {} }, office);
    expect((await money()).reduce((sum, cents) => sum + cents, 0)).toBe(0);
  });

  test('stays unchanged if the card is declined', async () => {
    const job = await paid();
    await storeCard('tok_chargeCustomerFail');
    const declined = await charge(job.id, { hours: 4, difference: 3000 });
    expect(declined.status).toBe(402);
    const { body } = await app.call(calls.getJob, { params: { id: job.id } }, office);
    expect(body).toMatchObject({ hours: 3, amountToPay: 9000 });
    expect(await money()).toEqual([9000]);
  });
});

describe('double booking', () => {
  test('a longer visit does not run into the next one of its crew', async () => {
    const job = await paid({ cleanerType: 'preferred' });
    await paid({ startTime: at('12:00') });
    const refused = await update(job.id, { hours: 4, differenceAction: 'waive', reason: 'x' });
    expect(problem(refused).code).toBe('slot_taken');
    expect(problem(refused).alternatives).toHaveLength(3);
  });

  test('only one of a longer visit and a concurrent booking of the same hour succeeds', async () => {
    const job = await paid({ cleanerType: 'preferred' });
    const wei = await addCustomer(app.context());
    const actor = { role: 'customer' as const, id: wei.id };
    const booking = {
      packageID: world.packageID,
      addressID: wei.addressID,
      startTime: at('12:00'),
      cleaner1ID: aminah,
      requireCleaningSupplies: false,
      specialRequests: '',
      contactDetails: '',
      promocode: '',
      onConflict: 'refuse' as const,
    };
    const [longer, booked] = await Promise.all([
      update(job.id, { hours: 4, differenceAction: 'waive', reason: 'x' }),
      bookJob(app.context(actor as never), booking, wei.id),
    ]);
    expect([longer.status === 200, !isRefusal(booked)].filter(Boolean)).toHaveLength(1);
  });
});

describe('control: a longer visit and a concurrent booking of the same hour', () => {
  interface Guards {
    readonly locks: boolean;
    readonly constraints: boolean;
  }

  /** The number of requests that succeed, in a separate database without some of the guards. */
  async function race(guards: Guards): Promise<number> {
    const database = await cloneDatabase({ connections: 4 });
    try {
      const ctx = { ...app.context(), db: database.db };
      const { customers, cleanerIDs, packageID } = await makeWorld(ctx, { customers: 2, cleaners: 1 });
      const [wei, siti] = customers as [WorldCustomer, WorldCustomer];
      const book = (by: WorldCustomer, startTime: string, db = database.db) => {
        const named = { packageID, addressID: by.addressID, cleaner1ID: cleanerIDs[0] };
        const body = createJob.body.parse({ ...named, startTime });
        return bookJob({ ...ctx, db, actor: { role: 'customer', id: by.id, sessionID: '' } }, body, by.id);
      };
      const booked = await book(wei, at('09:00'));
      if (isRefusal(booked)) throw new Error(booked.refusal);
      if (!guards.constraints) {
        await sql`alter table cleaner_occupation
          drop constraint cleaner_occupation_no_overlap, drop constraint cleaner_occupation_travel`.execute(
          database.db,
        );
      }
      const looked = barrierFor(2);
      const raced = () => (guards.locks ? database.db : withoutCleanerLocks(database.db, looked));
      const outcomes = await Promise.allSettled([
        updateJob({ ...ctx, db: raced(), actor: ADMIN }, String(booked[0]?.id), { hours: 4 }),
        book(siti, at('12:00'), raced()),
      ]);
      return outcomes.filter((one) => one.status === 'fulfilled' && !isRefusal(one.value)).length;
    } finally {
      await database.close();
    }
  }

  test('both succeed without locks and constraints', async () => {
    expect(await race({ locks: false, constraints: false })).toBe(2);
  });

  test('only one succeeds with the locks alone', async () => {
    expect(await race({ locks: true, constraints: false })).toBe(1);
  });
});

describe('a home with upcoming visits', () => {
  test('is corrected for the selected visits, which are found by their home', async () => {
    const job = await paid();
    const params = { id: mei.addressID };
    await app.call(updateAddress, { params, body: { addressLine2: '#09-114' } }, mei.as);
    const addressID = mei.addressID;
    const visits = async (of: string) =>
      (await app.call(calls.listJobs, { query: { addressID: of } }, mei.as)).body.items;
    const unit = async () => (await visits(addressID)).map((one) => one.job_address_addressLine2);
    expect(await unit()).not.toEqual(['#09-114']);
    expect((await update(job.id, { addressID }, mei.as)).status).toBe(200);
    expect(await unit()).toEqual(['#09-114']);
    expect(await visits(app.services.newID())).toEqual([]);
  });

  test('can only be trashed once its visits are acknowledged', async () => {
    const job = await paid();
    const params = { id: mei.addressID };
    const refused = await app.call(trashAddress, { params, body: {} }, mei.as);
    expect(problem(refused)).toMatchObject({
      code: 'has_visits',
      jobs: [{ jobID: job.id, startTime: at('09:00') }],
    });
    expect((await app.call(trashAddress, { params, body: { acknowledge: true } }, mei.as)).status).toBe(200);
  });
});

test("supplies included in a package's price are brought to its visits", async () => {
  const included = await addPackage(app.context());
  await app.services.db
    .updateTable('package')
    .set({ suppliesIncluded: true })
    .where('id', '=', included)
    .execute();
  expect((await hold({ packageID: included })).requireCleaningSupplies).toBe(true);
});

test('a charge for a visit that has changed meanwhile is refunded', async () => {
  const job = await paid();
  await storeCard();
  let meanwhile: string | undefined;
  stripe.failCharges({
    beforeReply: async () => {
      const other = await update(job.id, { hours: 5, differenceAction: 'waive', reason: 'x' });
      meanwhile = problem(other).code;
      await update(job.id, { specialRequests: 'Mind the cat' });
    },
  });
  expect((await charge(job.id, { hours: 4, difference: 3000 })).body.code).toBe('change_not_made');
  expect(meanwhile).toBe('payment_in_progress');
  expect(await money()).toEqual([9000, 3000, -3000]);
  const { body } = await app.call(calls.getJob, { params: { id: job.id } }, office);
  expect(body).toMatchObject({ hours: 3, amountToPay: 9000, specialRequests: 'Mind the cat' });
});
