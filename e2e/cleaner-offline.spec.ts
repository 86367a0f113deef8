import { type BrowserContext, expect, type Page } from '@playwright/test';
import { getJob } from '#features/work/jobs/contract.ts';
import { getVisitRecord } from '#features/work/visits/contract/visit-day.ts';
import { finishJob, startJob } from '#features/work/visits/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { AISYAH, book, freeTime, MEI, openTestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { minutesFrom, setClock } from './support/clock.ts';
import { cleanerSession, openOffice, signUp } from './support/people.ts';
import { persistedOnPhone } from './support/phone.ts';
import { test } from './support/test.ts';

test.use({ freshBrowser: true });

/** In minutes. */
const DAY = 24 * 60;
const API = '**/api/**';
const loseServer = (context: BrowserContext) =>
  context.route(API, (route) => route.abort('internetdisconnected'));

/** The worker of the cleaner's app and the one of all other addresses are active. */
async function expectServiceWorkers(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (
      (await navigator.serviceWorker.getRegistrations()).some(({ active }) => active?.state !== 'activated')
    )
      await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

test('a complete visit offline: the page is closed halfway, and everything arrives once', async ({
  openPage,
}) => {
  const business = await openTestBusiness();
  const rachel = await signUp('Rachel', 'Sim');
  const firstDay = await freeTime(business);
  const bookMei = (days: number) =>
    book(business, rachel, { startTime: minutesFrom(firstDay, days * DAY), cleaner1ID: business.mei });
  const [earlier, job, later] = [await bookMei(0), await bookMei(1), await bookMei(2)];
  const mei = await cleanerSession(MEI);
  await setClock(earlier.startTime);
  await call(startJob, { params: { id: earlier.id }, body: {} }, mei);
  await setClock(earlier.endTime);
  await call(finishJob, { params: { id: earlier.id }, body: {} }, mei);
  await setClock(job.startTime);
  const office = await openOffice();
  const first = await openPage(mei, { viewport: { width: 390, height: 844 } });
  const context = first.context();
  const read = first.waitForResponse(
    (reply) => reply.url().includes('order=asc') && reply.url().includes('size=200'),
  );
  await first.goto('/cleaner/dashboard');
  await expect(first.getByRole('button', { name: /I have arrived/ })).toBeVisible();
  await first.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await read;
  // The job's own page is prefetched without having been opened.
  await expect.poll(() => persistedOnPhone(first)).toContain(`/jobs/:id ${job.id}`);

  const photo = await first.screenshot();
  await context.setOffline(true);
  await first.close();
  const page = await context.newPage();
  await page.goto('/cleaner/dashboard');
  await expect(page.getByText(/This is what you saw last time/)).toBeVisible();
  await page.getByRole('button', { name: /I have arrived/ }).click();
  await page.getByRole('link', { name: /Back to the job/ }).click();
  await page.getByRole('checkbox', { name: /Wipe the hob and the hood/ }).check();
  await page
    .getByLabel('Photo before', { exact: true })
    .setInputFiles({ name: 'kitchen.png', mimeType: 'image/png', buffer: photo });
  await expect(page.getByText(/^1 photo stored on this phone/)).toBeVisible();
  await page.getByLabel(/A note about this visit/).fill('The tap drips');
  const unsent = /1 tick, 1 clock-in, 1 photo and 1 change will be sent later/;
  await expect(page.getByText(unsent)).toBeVisible();
  await expectAccessible(page);
  await test.step('Upcoming and Past open offline although they were never looked at', async () => {
    for (const [name, link] of [
      ['Past', `/cleaner/past/${earlier.id}`],
      ['Upcoming', `/cleaner/upcoming/${later.id}`],
    ] as const) {
      await page
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .last()
        .click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
      await expect(page.locator(`a[href="${link}"]`)).toBeVisible();
      await expect(page.getByText(unsent)).toBeVisible();
    }
  });
  await page.close();

  const again = await context.newPage();
  await again.goto(`/cleaner/jobs/${job.id}`);
  await expect(again.getByText('1 of 3 done', { exact: true })).toBeVisible();
  await expect(again.getByLabel(/A note about this visit/)).toHaveValue('The tap drips');
  await expect(again.getByRole('img', { name: /^Before, / })).toBeVisible();
  await again.getByRole('checkbox', { name: /Clean the sink/ }).check();
  const finish = async () => {
    await again.getByRole('button', { name: /Finish job/ }).click();
    await again.getByRole('button', { name: /Finish anyway/ }).click();
  };
  await finish();
  await again.getByRole('button', { name: /Not done yet\? Undo/ }).click();
  await expect(again.getByText('2 of 3 done', { exact: true })).toBeVisible();
  await finish();
  await expect(again.getByText(/^Finished .* Not sent yet/)).toBeVisible();

  await test.step("a cleaner's offline actions survive closing the page, and are sent once online", async () => {
    // The page itself loads again, but the server's API is still unreachable.
    await loseServer(context);
    await context.setOffline(false);
    await again.reload();
    await expect(again.getByText(/sent later/)).toBeVisible();
    await expect(again.getByText(/^Finished .* Not sent yet/)).toBeVisible();
    expect((await call(getJob, { params: { id: job.id } }, office)).stage).toBe('upcoming');
    await context.setOffline(true);
    await context.unroute(API);
    await context.setOffline(false);
    // Works even if the browser does not report being online again.
    await expect(again.getByText(/sent later/)).toBeHidden();
  });
  const done = await call(getJob, { params: { id: job.id } }, office);
  expect([done.stage, done.comment, done.checklistDone]).toEqual(['done', 'The tap drips', 2]);
  const { photos, crew } = await call(getVisitRecord, { params: { id: job.id } }, office);
  expect(photos.map((photo) => photo.kind)).toEqual(['before']);
  expect(crew.map(({ start, finish }) => [start?.location, finish?.location])).toEqual([['none', 'none']]);
  await expect(again.getByText('Job done. Thank you.')).toBeVisible();

  // The photo is now loaded from the server, and cached by the browser for offline use.
  const sent = again.locator('img[src^="/uploads/"]');
  const width = () => sent.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
  await expect.poll(() => persistedOnPhone(again)).toContain(`/jobs/:id/visit-record ${job.id}`);
  await context.setOffline(true);
  await again.reload();
  await expect.poll(width).toBeGreaterThan(0);
  await context.setOffline(false);

  // The next user gets none of this data, even offline.
  await again.getByRole('button', { name: /Sign out/ }).click();
  await expect(again).toHaveURL('/');
  await expect.poll(() => persistedOnPhone(again)).toEqual([]);
});

test('without signal, on a full phone, and signed out with unsent actions', async ({ openPage }) => {
  const business = await openTestBusiness();
  const rachel = await signUp('Rachel', 'Goh');
  const job = await book(business, rachel, { startTime: await freeTime(business), cleaner1ID: business.mei });
  await setClock(minutesFrom(job.startTime, -10));
  const office = await openOffice();
  const page = await openPage(await cleanerSession(MEI), { viewport: { width: 390, height: 844 } });
  const context = page.context();
  await page.goto('/cleaner/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Today');
  await expectServiceWorkers(page);

  await test.step('without signal the profile opens, what was never read says so, and other addresses lead back', async () => {
    await expect
      .poll(() => persistedOnPhone(page))
      .toContainEqual(expect.stringMatching(/^\/cleaners\/:id /));
    await context.setOffline(true);
    await page.goto('/cleaner/profile');
    await expect(page.getByLabel(/First name/)).toHaveValue('Mei Ling');
    await expect(page.getByRole('checkbox', { name: /North-East/ })).toBeVisible();
    await page.goto('/cleaner/calendar');
    await expect(page.getByText('Not on this phone yet 还没有存到手机')).toBeVisible();
    await expectAccessible(page);

    for (const path of ['/', '/admin/overview', '/bookings?step=1']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'No signal 没有网络' })).toBeVisible();
    }
    await expectAccessible(page);
    // Nothing of these addresses is cached.
    const cached = await page.evaluate(async () => {
      const all = await Promise.all(
        (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
      );
      return all.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(cached.filter((path) => !/^\/(?:assets|icons|cleaner|[^/]*\.)/.test(path))).toEqual([]);
    await page.getByRole('link', { name: /Open my jobs/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Today');
    await context.setOffline(false);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'No signal' })).toBeHidden();
  });

  await test.step('a clock-in on a full phone is announced before it can be lost, and is sent once online', async () => {
    await page.goto(`/cleaner/jobs/${job.id}`);
    const arrived = page.getByRole('button', { name: /I have arrived/ });
    await expect(arrived).toBeVisible();
    await page.evaluate(() => {
      for (let size = 2 ** 20; size >= 1; size /= 2) {
        try {
          for (let i = 0; ; i++) localStorage.setItem(`fill ${size} ${i}`, 'x'.repeat(size));
        } catch {
          // full for this size
        }
      }
    });
    await context.setOffline(true);
    await arrived.click();
    await expect(page.getByText('Your phone is full. Keep this page open until it is sent.')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('Your phone is full.')).toBeHidden();
    const { startedAt } = await call(getJob, { params: { id: job.id } }, office);
    expect(startedAt).not.toBeNull();
    const finish = await page.getByRole('button', { name: /Finish job/ }).boundingBox();
    const tabs = await page.getByRole('navigation', { name: 'Main 主要' }).boundingBox();
    expect((finish?.y ?? 0) + (finish?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0);
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('fill ')) localStorage.removeItem(key);
    });
  });

  await test.step('unsent actions of a cleaner who signs out offline are sent when they return, not by the next cleaner', async () => {
    await loseServer(context);
    await page.getByRole('checkbox', { name: /Wipe the hob and the hood/ }).check();
    await expect(page.getByText('1 tick will be sent later.')).toBeVisible();
    await page
      .getByRole('link', { name: /^Today/ })
      .last()
      .click();
    await page.getByRole('button', { name: /Sign out/ }).click();
    await expect(page).toHaveURL('/');
    await context.unroute(API);

    const signIn = async (as: object) => {
      await page.evaluate((session) => {
        localStorage.setItem('params', JSON.stringify({ ...session, isSignedIn: true, staySignedIn: true }));
      }, as);
      await page.goto('/cleaner/dashboard');
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Today');
    };
    const ticks = async () => (await call(getJob, { params: { id: job.id } }, office)).checklistDone;
    await signIn(await cleanerSession(AISYAH));
    await expect(page.getByText('No jobs today')).toBeVisible();
    expect(await ticks()).toBe(0);
    await signIn(await cleanerSession(MEI));
    await expect(page.getByText('In progress')).toBeVisible();
    await expect.poll(ticks).toBe(1);
  });
});
