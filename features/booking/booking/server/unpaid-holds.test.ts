import { beforeEach, describe, expect, test } from 'vitest';
import { commitJob } from '#features/booking/checkout/contract.ts';
import { cancelJob, updateJob } from '#features/work/jobs/contract.ts';
import { MAX_HOLDS_PER_HOUR } from '#features/work/jobs/rules/holds.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import { createJob, createJobForCustomer } from '../contract.ts';
import { startBookingApp } from './testing/booking-app.ts';
import {
  addCustomer,
  addPackage,
  emptyDiaries,
  makeWorld,
  PACKAGE_PRICE,
  type WorldCustomer,
} from './testing/world.ts';

let mei: Person;
let wei: Person;

type Person = WorldCustomer & { readonly as: As };

const stripe = await startTestStripe();
/** How much time unpaid bookings can block for everyone else. */
const app = await startBookingApp({ providers: { payments: stripe.payments }, connections: 20 });
const world = await makeWorld(app.context(), { customers: 0, cleaners: 3 });

beforeEach(async () => {
  await emptyDiaries(app.context());
  [mei, wei] = [await newCustomer(), await newCustomer()];
});

async function newCustomer(): Promise<Person> {
  const customer = await addCustomer(app.context());
  return { ...customer, as: await signedIn(app, 'customer', customer.id) };
}

const at = (day: string, time = '09:00') => `${day}T${time}:00+08:00`;
const TUESDAY = '2026-12-01';
const SIXTH_TUESDAY = '2027-01-05';

const weekly = (count: number) => ({ recurrence: { interval: 'weekly' as const, count } });
const book = (person: Person, startTime: string, more: object = {}) =>
  app.call(
    createJob,
    {
      body: {
        packageID: world.packageID,
        addressID: person.addressID,
        startTime,
        cleaner1ID: world.cleanerIDs[0] ?? '',
        ...more,
      },
    },
    person.as,
  );
const pay = (person: Person, jobID: string, more: object = {}) =>
  app.call(commitJob, { params: { id: jobID }, body: { stripeToken: 'tok_visa', ...more } }, person.as);

/** Cleaner-days in the diaries for a customer. */
async function cleanerDays({ id }: Person): Promise<number> {
  const rows = await app.services.db
    .selectFrom('cleaner_occupation')
    .select('id')
    .where('customerID', '=', id)
    .where('releasedAt', 'is', null)
    .execute();
  return rows.length;
}

async function statuses({ id }: Person): Promise<string[]> {
  const rows = await app.services.db
    .selectFrom('job')
    .select('status')
    .distinct()
    .where('customerID', '=', id)
    .execute();
  return rows.map((row) => row.status);
}

describe('a customer who has never paid', () => {
  test('holds at most sixty cleaner-hours, however many series are booked', async () => {
    const large = await addPackage(app.context(), { hours: 8, crew: 3 });
    const year = { packageID: large, cleaner1ID: undefined, onConflict: 'skip', ...weekly(52) };
    const days = ['2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04'];
    const outcomes: string[] = [];
    for (const day of days) {
      const reply = await book(mei, at(day), year);
      outcomes.push(reply.status === 201 ? 'held' : problem(reply).code);
    }
    expect(outcomes).toEqual(['held', ...Array.from({ length: 4 }, () => 'too_many_holds')]);
    expect(await cleanerDays(mei)).toBe(6);
  });

  test('can hold more after paying for a visit', async () => {
    const first = await book(mei, at('2026-11-30'));
    expect((await pay(mei, first.body.id)).status).toBe(200);
    const large = await addPackage(app.context(), { hours: 8, crew: 3 });
    const year = { packageID: large, cleaner1ID: undefined, ...weekly(52) };
    expect((await book(mei, at(TUESDAY), { ...year, onConflict: 'skip' })).status).toBe(201);
    expect(await cleanerDays(mei)).toBe(1 + 4 * 3);
  });

  test('can start at most twenty unpaid holds an hour, and is given the time of the next one', async () => {
    let replacesJobID: string | undefined;
    for (let i = 0; i < MAX_HOLDS_PER_HOUR; i += 1) {
      const reply = await book(mei, at(TUESDAY), { replacesJobID });
      expect(reply.status).toBe(201);
      replacesJobID = reply.body.id;
      app.clock.advance({ seconds: 10 });
    }
    const refused = await book(mei, at(TUESDAY), { replacesJobID });
    expect([refused.status, problem(refused).code]).toEqual([429, 'throttled']);
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBe(3600 - MAX_HOLDS_PER_HOUR * 10);
    expect(await cleanerDays(mei)).toBe(1); // the hold that was to be replaced stays
    app.clock.advance({ seconds: wait });
    expect((await book(mei, at(TUESDAY))).status).toBe(201);
  });
});

describe('a customer cannot exceed the limit by', () => {
  const large = () => addPackage(app.context(), { hours: 8, crew: 3 });

  test('moving later visits one by one', async () => {
    const { body } = await book(mei, at(TUESDAY), weekly(8));
    const last = body.jobs?.at(-1);
    const startTime = last?.startTime.replace('T09:00', 'T10:00') ?? '';
    const moved = await app.call(updateJob, { params: { id: last?.id ?? '' }, body: { startTime } }, mei.as);
    expect([moved.status, problem(moved).code]).toEqual([409, 'not_changeable']);
    expect(await cleanerDays(mei)).toBe(4);
  });

  test('paying for expired bookings while the limit is reached', async () => {
    const packageID = await large();
    const first = await book(mei, at(TUESDAY), { packageID, cleaner1ID: undefined });
    app.clock.advance({ minutes: 16 });
    const two = { packageID, cleaner1ID: undefined, ...weekly(2), onConflict: 'skip' };
    expect((await book(mei, at('2026-12-02'), two)).status).toBe(201);
    const revived = await pay(mei, first.body.id, { stripeToken: 'tok_threeDSecure2Required' });
    expect([revived.status, problem(revived).code]).toEqual([409, 'hold_expired']);
    expect(await cleanerDays(mei)).toBe(6);
  });

  test('leaving bank challenges for whole series unanswered repeatedly', async () => {
    const ask = (id: string) => pay(mei, id, { stripeToken: 'tok_threeDSecure2Required' });
    /** Lets the challenge and the hold expire. */
    const letItEnd = async () => {
      for (let i = 0; i < 2; i += 1) {
        app.clock.advance({ minutes: 16 });
        await app.runCronJobs();
      }
    };
    const first = await book(mei, at(TUESDAY), weekly(12));
    expect((await ask(first.body.id)).status).toBe(200);
    const other = await book(mei, at('2026-12-02'), weekly(12));
    expect(problem(await ask(other.body.id)).code).toBe('throttled'); // one challenge at a time
    for (let asked = 1; asked < 5; asked += 1) {
      await letItEnd();
      const again = await book(mei, at(TUESDAY), weekly(12));
      expect((await ask(again.body.id)).status).toBe(200);
    }
    await letItEnd();
    const sixth = await book(mei, at(TUESDAY), weekly(12));
    const refused = await ask(sixth.body.id);
    expect([refused.status, problem(refused).code]).toEqual([429, 'throttled']);
    expect(await cleanerDays(mei)).toBe(4);
  });

  test('paying for a booking that another one has replaced', async () => {
    const first = await book(mei, at(TUESDAY));
    await book(mei, at('2026-12-02'), { replacesJobID: first.body.id });
    const revived = await pay(mei, first.body.id);
    expect([revived.status, problem(revived).code]).toEqual([409, 'hold_expired']);
  });

  test('paying for a visit that is then cancelled free of charge', async () => {
    const small = await book(mei, at(TUESDAY));
    expect((await pay(mei, small.body.id)).status).toBe(200);
    expect((await app.call(cancelJob, { params: { id: small.body.id }, body: {} }, mei.as)).status).toBe(200);
    const year = { packageID: await large(), cleaner1ID: undefined, onConflict: 'skip', ...weekly(52) };
    expect((await book(mei, at('2026-12-02'), year)).status).toBe(201);
    expect(await cleanerDays(mei)).toBe(6);
  });
});

test('the office can hold a whole series for a customer', async () => {
  const office = await signedIn(app, 'admin');
  const body = {
    customerID: mei.id,
    packageID: world.packageID,
    addressID: mei.addressID,
    startTime: at(TUESDAY),
    ...weekly(12),
  };
  expect((await app.call(createJobForCustomer, { body }, office)).status).toBe(201);
  expect(await cleanerDays(mei)).toBe(12);
});

describe('an unpaid series', () => {
  test('holds its first four weeks; the payment takes the others', async () => {
    const { body } = await book(mei, at(TUESDAY), weekly(12));
    expect(body.jobs).toHaveLength(12);
    expect(body.jobs?.every(({ cleaners }) => cleaners.length === 1)).toBe(true);
    expect(await cleanerDays(mei)).toBe(4);
    const paid = await pay(mei, body.id, { total: 12 * PACKAGE_PRICE });
    expect(paid.status).toBe(200);
    expect([await cleanerDays(mei), await statuses(mei)]).toEqual([12, ['paid']]);
  });

  test('cannot be paid if someone has booked a later date, and stays held', async () => {
    const { body } = await book(mei, at(TUESDAY), weekly(8));
    const theirs = await book(wei, at(SIXTH_TUESDAY));
    expect((await pay(wei, theirs.body.id)).status).toBe(200);
    const charges = await stripe.charges();
    const refused = await pay(mei, body.id);
    expect([refused.status, problem(refused).code]).toEqual([409, 'later_dates_taken']);
    expect(await stripe.charges()).toBe(charges);
    expect([await cleanerDays(mei), await statuses(mei)]).toEqual([4, ['pending']]);
    // The dates are chosen again, and then it is paid.
    const again = await book(mei, at(TUESDAY), {
      ...weekly(8),
      onConflict: 'skip',
      replacesJobID: body.id,
    });
    expect(again.body.jobs).toHaveLength(7);
    expect((await pay(mei, again.body.id)).status).toBe(200);
    expect(await cleanerDays(mei)).toBe(7);
  });

  test('releases its later dates if the card is declined', async () => {
    const { body } = await book(mei, at(TUESDAY), weekly(8));
    const declined = await pay(mei, body.id, { stripeToken: 'tok_chargeDeclined' });
    expect(declined.status).toBe(402);
    expect(await cleanerDays(mei)).toBe(4);
    expect((await book(wei, at(SIXTH_TUESDAY))).status).toBe(201);
  });

  test('of a new customer holds no more after a declined card than before', async () => {
    const large = await addPackage(app.context(), { hours: 8, crew: 3 });
    const year = { packageID: large, cleaner1ID: undefined, onConflict: 'skip', ...weekly(12) };
    const { body } = await book(mei, at(TUESDAY), year);
    expect(await cleanerDays(mei)).toBe(6);
    expect((await pay(mei, body.id, { stripeToken: 'tok_chargeDeclined' })).status).toBe(402);
    expect(await cleanerDays(mei)).toBe(6);
  });

  test('that the office holds stays complete after a declined card', async () => {
    const office = await signedIn(app, 'admin');
    const home = { customerID: mei.id, packageID: world.packageID, addressID: mei.addressID };
    const request = { ...home, startTime: at(TUESDAY), ...weekly(12) };
    const { body } = await app.call(createJobForCustomer, { body: request }, office);
    expect((await pay(mei, body.id, { stripeToken: 'tok_chargeDeclined' })).status).toBe(402);
    expect(await cleanerDays(mei)).toBe(12);
  });

  /** The control for its lock is in series.test.ts: a race for the moved date of a series. */
  test('of two that have planned the same later date, the first to pay gets it', async () => {
    const mine = await book(mei, at(TUESDAY), weekly(8));
    const sixthWednesday = at('2027-01-06');
    const exceptions = [{ startTime: sixthWednesday, instead: at(SIXTH_TUESDAY) }];
    const theirs = await book(wei, at('2026-12-02'), {
      recurrence: { ...weekly(8).recurrence, exceptions },
    });
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    const replies = await Promise.all([pay(mei, mine.body.id), pay(wei, theirs.body.id)]);
    const outcomes = replies.map((reply) => (reply.status === 200 ? 'paid' : problem(reply).code));
    expect(outcomes.toSorted()).toEqual(['later_dates_taken', 'paid']);
    expect((await cleanerDays(mei)) + (await cleanerDays(wei))).toBe(8 + 4);
  });
});
