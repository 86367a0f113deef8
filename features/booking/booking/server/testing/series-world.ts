import { commitJob } from '#features/booking/checkout/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As, TestApp } from '#platform/testing/test-app.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import { createJob } from '../../contract.ts';
import { startBookingApp } from './booking-app.ts';
import { addCleaner, addCustomer, makeWorld } from './world.ts';

/** The first visit of every series here: a Tuesday at 09:00, three hours at S$30. */
export const START = Temporal.Instant.from('2026-12-01T09:00:00+08:00');

/** A customer with a weekly series, and its cleaner. */
export interface Series {
  readonly mei: As;
  readonly meiID: string;
  readonly addressID: string;
  readonly cleanerID: string;
  readonly seriesID: string;
  /** The visits' ids by date. */
  readonly ids: readonly string[];
}

/** The app with everything for booking and paying, over HTTP. */
export async function startSeriesWorld() {
  const stripe = await startTestStripe();
  const app = await startBookingApp({ providers: { payments: stripe.payments }, connections: 25 });
  const world = await makeWorld(app.context(), { customers: 0, cleaners: 0 });
  const hold = (body: object, as: As) =>
    app.call(
      createJob,
      { body: { packageID: world.packageID, startTime: START.toString(), ...body } as never },
      as,
    );
  return {
    app,
    stripe,
    world,
    /** Books and pays a series by card, unless `unpaid`. */
    bookSeries: async (visits: number, more: { body?: object; unpaid?: true } = {}): Promise<Series> => {
      const cleanerID = await addCleaner(app.context());
      const { id: meiID, addressID } = await addCustomer(app.context());
      const mei = await signedIn(app, 'customer', meiID);
      const body = {
        addressID,
        cleaner1ID: cleanerID,
        cleanerType: 'any',
        recurrence: { interval: 'weekly', count: visits },
        ...more.body,
      };
      const booked = await hold(body, mei);
      if (booked.status !== 201) throw new Error(JSON.stringify(booked.body));
      if (!more.unpaid) await pay(app, booked.body.id, mei);
      const ids = (booked.body.jobs ?? []).map((job) => job.id);
      return { mei, meiID, addressID, cleanerID, seriesID: booked.body.seriesID ?? '', ids };
    },
    /** Books a visit of another customer with this cleaner. */
    bookOther: async (cleanerID: string, startTime: string) => {
      const { id, addressID } = await addCustomer(app.context());
      const wei = await signedIn(app, 'customer', id);
      const booked = await hold({ addressID, cleaner1ID: cleanerID, startTime }, wei);
      if (booked.status !== 201) throw new Error(JSON.stringify(booked.body));
      await pay(app, booked.body.id, wei);
      return booked.body.id;
    },
    /** Sets the clock to this long before the first visit. Sessions may expire: sign in again afterwards. */
    setAhead: (ahead: { hours?: number; minutes?: number }) =>
      app.clock.set(START.subtract(ahead).toString()),
  };
}

export type SeriesWorld = Awaited<ReturnType<typeof startSeriesWorld>>;

async function pay(app: TestApp, id: string, as: As): Promise<void> {
  const paid = await app.call(commitJob, { params: { id }, body: { stripeToken: 'tok_visa' } }, as);
  if (paid.status !== 200) throw new Error(JSON.stringify(paid.body));
}
