import { type Browser, chromium, type Page } from '@playwright/test';
import type { DayBoard } from '#features/work/day-board/contract.ts';
import { findBrowser } from '#tools/find-browser.ts';
import { ask } from '../load.ts';
import { startServer } from '../server.ts';
import type { Figure } from '../targets.ts';

const CLEANERS = 100;
const VISITS_EACH = 3;
/** px of one turn of the wheel, and the turns that cross all rows and come back. */
const TURN = 120;
const TURNS = 60;

/** Until photos and the code of other pages are loaded, ms. */
const SETTLED = 3000;

const OFFICE = { identity: 'office', password: 'the office of the bench' };

/**
 * Until the day board of 100 cleaners shows its first of 300 visits, and the longest task of the browser while it then
 * scrolls; 0 if none took 50 ms. The board is generated and replaces the reply of the server.
 */
export async function measureDayBoard(dataDir: string, runs: number): Promise<Figure[]> {
  const executablePath = findBrowser();
  if (executablePath === undefined)
    throw new Error('The day board needs Chromium; see tools/find-browser.ts.');
  const settings = { ADMIN_IDENTITY: OFFICE.identity, ADMIN_PASSWORD: OFFICE.password };
  const demo = await startServer('kemas', { DATA_DIR: dataDir, DATABASE_URL: '', DEMO: '0', ...settings });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const figures: Figure[] = [];
    for (let run = 1; run <= runs; run += 1) {
      const { page, opened } = await openBoard(browser, demo.address);
      figures.push({ target: 'dayBoardOpens', of: `run ${run}`, value: opened });
      figures.push({ target: 'dayBoardScrolls', of: `run ${run}`, value: await longestTask(page) });
      await page.context().close();
    }
    return figures;
  } finally {
    await browser.close();
    await demo.stop();
  }
}

async function longestTask(page: Page): Promise<number> {
  const grid = page.getByRole('grid', { name: 'Day board' });
  await grid.hover({ position: { x: 600, y: 300 } });
  const tasks = await page.evaluateHandle(() => {
    const found: number[] = [];
    new PerformanceObserver((list) =>
      found.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({
      type: 'longtask',
    });
    return found;
  });
  for (const direction of [1, -1]) {
    for (let turn = 0; turn < TURNS; turn += 1) {
      await page.mouse.wheel(0, direction * TURN);
      await page.waitForTimeout(16);
    }
  }
  await page.waitForTimeout(500);
  const durations = await tasks.jsonValue();
  return Math.round(Math.max(0, ...durations));
}

/** The board in a new browser, and how long it took to show a visit, ms. */
async function openBoard(browser: Browser, address: string): Promise<{ page: Page; opened: number }> {
  const session = await ask<object>(address, { method: 'POST', path: '/api/admins/signin', body: OFFICE });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(
    (params) => localStorage.setItem('params', params),
    JSON.stringify({ ...session, isSignedIn: true, isFBlogged: false, staySignedIn: true }),
  );
  const page = await context.newPage();
  await page.route('**/api/day-board?*', async (route) => {
    const day = new URL(route.request().url()).searchParams.get('day') ?? '';
    await route.fulfill({ json: generatedBoard(day) });
  });
  const began = performance.now();
  await page.goto(`${address}/admin/day`);
  await page.getByRole('gridcell', { name: /Customer 1,/ }).waitFor();
  const opened = performance.now() - began;
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(SETTLED);
  return { page, opened };
}

/** Everyone has visits at 8:30, 12:30 and 16:30, of three hours each. */
function generatedBoard(day: string): DayBoard {
  const period = (from: string, until: string) => ({
    startTime: `${day}T${from}:00+08:00`,
    endTime: `${day}T${until}:00+08:00`,
  });
  const idOf = (kind: number, index: number) =>
    `01900000-0000-7000-8000-${String(kind * 1_000_000 + index).padStart(12, '0')}`;
  const nameOf = (index: number) => `Cleaner ${index + 1}`;
  const times = [period('08:30', '11:30'), period('12:30', '15:30'), period('16:30', '19:30')];
  return {
    day,
    closed: null,
    opening: period('08:00', '20:00'),
    cleaners: Array.from({ length: CLEANERS }, (_, index) => ({
      id: idOf(1, index),
      fullname: nameOf(index),
      mobile: '6591234567',
      profilePhoto: '',
      languages: ['English', 'Mandarin'],
      regions: [['Central', 'East', 'North', 'West'][index % 4] ?? ''],
      hasLeft: false,
      shifts: [period('08:00', '20:00')],
      off: [],
      hoursBooked: 9,
      hoursAvailable: 12,
    })),
    visits: Array.from({ length: CLEANERS * VISITS_EACH }, (_, index) => ({
      jobID: idOf(2, index),
      number: index + 1,
      version: 1,
      customer: { fullname: `Customer ${index + 1}`, mobile: '6591110000' },
      area: 'Tampines, Pasir Ris',
      postal: '520201',
      jobType: (['regular', 'one-time', 'spring-cleaning'] as const)[index % 3] ?? 'regular',
      ...(times[index % VISITS_EACH] ?? period('08:30', '11:30')),
      hours: 3,
      status: 'paid' as const,
      stage: 'upcoming' as const,
      holdExpiresAt: null,
      seriesID: null,
      numCleaners: 1,
      crew: [
        {
          id: idOf(1, Math.floor(index / VISITS_EACH)),
          fullname: nameOf(Math.floor(index / VISITS_EACH)),
          startedAt: null,
          finishedAt: null,
          isMissing: false,
          travelMinutes: index % VISITS_EACH === 0 ? null : 35,
        },
      ],
      hasPets: index % 5 === 0,
      genderPreference: '',
      specialRequests: index % 4 === 0 ? 'Mind the cat' : '',
      contactDetails: '',
      isFirst: index % 7 === 0,
    })),
  };
}
