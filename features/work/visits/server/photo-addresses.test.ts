import { beforeEach, describe, expect, test } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { addCleaner } from '#features/booking/booking/server/testing/world.ts';
import { commitJob } from '#features/booking/checkout/contract.ts';
import type { uploadPicture } from '#features/catalogue/uploads/contract.ts';
import { feature as uploads } from '#features/catalogue/uploads/server/index.ts';
import { photo, sendPicture } from '#features/catalogue/uploads/server/testing/send-picture.ts';
import type { ReplyOf } from '#platform/contract/call.ts';
import { fromEach } from '#platform/server/personal-data.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As } from '#platform/testing/test-app.ts';
import { addVisitPhoto, getVisitRecord, removeVisitPhoto } from '../contract/visit-day.ts';

let [office, customer, cleaner]: [As, As, As] = [{}, {}, {}];

const { app, world } = await startBusiness({ customers: 2, more: [uploads] });
const cleanerID = await addCleaner(app.context());
await setTime('2026-11-23T10:00:00+08:00');
const jobID = await bookAndPay();

beforeEach(() => setTime('2026-11-26T09:30:00+08:00'));

async function bookAndPay(): Promise<string> {
  const body = {
    packageID: world.packageID,
    addressID: world.customers[0]?.addressID ?? '',
    startTime: '2026-11-26T09:00:00+08:00',
    cleaner1ID: cleanerID,
  };
  const booked = await app.call(createJob, { body }, customer);
  const payment = { params: { id: booked.body.id }, body: { stripeToken: 'tok_visa' } };
  expect((await app.call(commitJob, payment, customer)).status).toBe(200);
  return booked.body.id;
}

async function setTime(time: string): Promise<void> {
  app.clock.set(time);
  office = await signedIn(app, 'admin');
  customer = await signedIn(app, 'customer', world.customers[0]?.id);
  cleaner = await signedIn(app, 'cleaner', cleanerID);
}

async function upload(): Promise<string> {
  const reply = await sendPicture(app, { bytes: await photo() }, cleaner);
  return (reply.body as ReplyOf<typeof uploadPicture>).url;
}

/** Uploads a photo and adds it to the visit. */
async function addPhoto(): Promise<{ id: string; unsigned: string }> {
  const body = { photoID: app.services.newID(), kind: 'before', url: await upload() } as const;
  expect((await app.call(addVisitPhoto, { params: { id: jobID }, body }, cleaner)).status).toBe(201);
  return { id: body.photoID, unsigned: body.url };
}

/** The URL of a photo in the given person's list. */
async function addressFor(as: As, photoID: string): Promise<string> {
  const { body } = await app.call(getVisitRecord, { params: { id: jobID } }, as);
  return body.photos.find(({ id }) => id === photoID)?.url ?? '';
}

/** Loads it like an <img>, without a session. */
async function load(url: string) {
  const reply = await app.api.fastify.inject({ url });
  return { status: reply.statusCode, caching: reply.headers['cache-control'] };
}

const query = (url: string) => url.slice(url.indexOf('?'));

describe('the URL of a visit photo', () => {
  test('works for the office, the customer and the cleaner who received it in a list', async () => {
    const { id } = await addPhoto();
    for (const [as, seconds] of [
      [office, 90 * 60],
      [customer, 90 * 60],
      [cleaner, (14.5 + 24) * 60 * 60],
    ] as const)
      expect(await load(await addressFor(as, id))).toEqual({
        status: 200,
        caching: `private, max-age=${seconds}, immutable`,
      });
  });

  test('works for the other sizes and formats of the photo', async () => {
    const { id } = await addPhoto();
    const url = await addressFor(customer, id);
    expect((await load(url.replace('400.jpg', '320.avif'))).status).toBe(200);
  });

  test('is not found without its signature, or with a different one', async () => {
    const { id, unsigned } = await addPhoto();
    const other = await addPhoto();
    const url = await addressFor(customer, id);
    const expires = Number(/expires=(\d+)/.exec(url)?.[1]);
    const last = url.at(-1) === '0' ? '1' : '0';
    for (const wrong of [
      unsigned,
      `${unsigned}?expires=${expires}`,
      `${unsigned}?expires=${expires}&signature=`,
      `${url.slice(0, -1)}${last}`,
      url.replace(`expires=${expires}`, `expires=${expires + 3600}`),
      url.replace(`expires=${expires}`, `expires=0${expires}e0`),
      `${url}${query(url).replace('?', '&')}`,
      unsigned + query(await addressFor(customer, other.id)),
    ])
      expect(await load(wrong), wrong).toMatchObject({ status: 404 });
    expect((await load(url)).status).toBe(200);
  });

  test('is stable for an hour, and expires at the end of the next', async () => {
    const { id } = await addPhoto();
    const url = await addressFor(customer, id);
    await setTime('2026-11-26T09:59:59+08:00');
    expect(await addressFor(customer, id)).toBe(url);
    await setTime('2026-11-26T10:59:59+08:00');
    expect(await load(url)).toEqual({ status: 200, caching: 'private, max-age=1, immutable' });
    await setTime('2026-11-26T11:00:00+08:00');
    expect((await load(url)).status).toBe(404);
    expect((await load(await addressFor(customer, id))).status).toBe(200);
  });

  test('is stable for a cleaner all day', async () => {
    const { id } = await addPhoto();
    const url = await addressFor(cleaner, id);
    await setTime('2026-11-26T23:59:59+08:00');
    expect(await addressFor(cleaner, id)).toBe(url);
    await setTime('2026-11-28T00:00:00+08:00');
    expect((await load(url)).status).toBe(404);
  });

  test('is not given to people who may not see the visit', async () => {
    const { id } = await addPhoto();
    const strangers = [
      await signedIn(app, 'customer', world.customers[1]?.id),
      await signedIn(app, 'cleaner', await addCleaner(app.context())),
    ];
    for (const as of strangers)
      expect((await app.call(getVisitRecord, { params: { id: jobID } }, as)).status).toBe(404);
    await setTime('2026-11-28T12:00:01+08:00'); // the cleaner's access to the home has ended
    expect(await addressFor(cleaner, id)).toBe('');
  });

  test('is not found once the photo is removed, and the files are deleted by the next cron job', async () => {
    const { id, unsigned } = await addPhoto();
    const url = await addressFor(office, id);
    const upload = unsigned.split('/')[2] ?? '';
    const files = () => [...app.sent.files.keys()].filter((key) => key.startsWith(upload)).length;
    await app.call(removeVisitPhoto, { params: { id: jobID }, body: { photoID: id } }, cleaner);
    for (const gone of [url, unsigned]) expect((await load(gone)).status).toBe(404);
    expect(files()).toBeGreaterThan(0);
    await app.runCronJobs();
    expect(files()).toBe(0);
  });

  test('is included in the customer’s data export, and works there', async () => {
    const { id } = await addPhoto();
    await app.call(removeVisitPhoto, { params: { id: jobID }, body: { photoID: id } }, cleaner);
    await addPhoto();
    const person = { role: 'customer', id: world.customers[0]?.id ?? '', mobile: '', email: '' } as const;
    const parts = await fromEach(app.context(), (data) => data.collect?.(app.context(), person));
    const urls = JSON.stringify(parts).match(/\/uploads\/[^"]+/g) ?? [];
    expect(urls.length).toBeGreaterThan(0);
    for (const url of urls) expect((await load(url)).status).toBe(200);
  });
});
