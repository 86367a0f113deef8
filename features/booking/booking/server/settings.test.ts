import { beforeEach, describe, expect, test } from 'vitest';
import { setSettings } from '#features/catalogue/settings/server/testing/set-settings.ts';
import { getJob } from '#features/work/jobs/contract.ts';
import { listTimeAvailable } from '#features/work/schedule/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import { createJob, quoteJob } from '../contract.ts';
import { startBusiness } from './testing/booking-app.ts';

let mei: As;

/** Settings of the office apply to customers from the next request on. */
const { app, world } = await startBusiness({ customers: 1, cleaners: 3 });

beforeEach(async () => {
  await setSettings(app.context(), {});
  mei = await signedIn(app, 'customer', world.customers[0]?.id);
});

const bodyAt = (startTime: string) => ({
  packageID: world.packageID,
  addressID: world.customers[0]?.addressID ?? '',
  startTime: `${startTime}:00+08:00`,
});
const book = (startTime: string) => app.call(createJob, { body: bodyAt(startTime) }, mei);
const quote = async () => (await app.call(quoteJob, { body: bodyAt('2026-12-02T09:00') }, mei)).body;
async function offered(date: string): Promise<string[]> {
  const query = { date, packageID: world.packageID, postal: '310145' };
  const { body } = await app.call(listTimeAvailable, { query }, mei);
  return (body.slots ?? []).map((slot) => slot.startTime.slice(11, 16));
}

describe('settings of the office', () => {
  test('the opening hours that the office sets decide which times are offered', async () => {
    const usual = await offered('2026-12-02');
    expect([usual[0], usual.at(-1)]).toEqual(['08:00', '17:00']);
    await setSettings(app.context(), { opensAtMinute: 630, closesAtMinute: 960 });
    const changed = await offered('2026-12-02');
    expect([changed[0], changed.at(-1)]).toEqual(['10:30', '13:00']);
    expect(problem(await book('2026-12-02T09:00'))).toMatchObject({
      code: 'not_bookable',
      detail: 'Visits run between 10.30 am and 4 pm. Pick a time that leaves room for the whole visit.',
    });
    expect((await book('2026-12-02T10:30')).status).toBe(201);
  });

  test('change lead time and horizon', async () => {
    await setSettings(app.context(), { leadHours: 72, horizonDays: 7 });
    const days = ['2026-11-25', '2026-11-27', '2026-11-30', '2026-12-01'];
    const open = await Promise.all(days.map(async (day) => (await offered(day)).length > 0));
    expect(open).toEqual([false, true, true, false]);
    expect(problem(await book('2026-11-25T10:00')).detail).toBe(
      'We need 72 hours to plan. Pick a later time.',
    );
    expect(problem(await book('2026-12-02T10:00')).detail).toBe(
      'You can book up to 7 days ahead. Pick an earlier day.',
    );
  });

  test('are frozen on each booking: existing bookings keep their terms', async () => {
    const first = (await book('2026-12-03T09:00')).body;
    await setSettings(app.context(), { cancelFreeHours: 48, lateFeePercent: 30 });
    const second = (await book('2026-12-04T09:00')).body;
    const termsOf = async (id: string) => (await app.call(getJob, { params: { id } }, mei)).body.policy;
    const company = { companyRefundPercent: 100 };
    expect(await termsOf(first.id)).toEqual({ freeHours: 24, lateFeePercent: 50, ...company });
    expect(await termsOf(second.id)).toEqual({ freeHours: 48, lateFeePercent: 30, ...company });
    expect((await quote()).policy).toEqual({ freeHours: 48, lateFeePercent: 30, ...company });
  });

  test('remove GST from the price and add it again', async () => {
    expect((await quote()).price).toMatchObject({ gst: 0 });
    await setSettings(app.context(), { gstRegistered: true });
    expect((await quote()).price.gst).toBeGreaterThan(0);
    await setSettings(app.context(), { gstRegistered: false });
    expect((await quote()).price).toMatchObject({ gst: 0 });
    await setSettings(app.context(), { gstRegistered: true });
    expect((await quote()).price.gst).toBeGreaterThan(0);
  });
});
