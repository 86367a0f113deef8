import { expect, type Locator, type Page } from '@playwright/test';
import { createAdmin, signInAdmin } from '#features/people/accounts/contract.ts';
import { getJob } from '#features/work/jobs/contract.ts';
import { addTimeOff } from '#features/work/schedule/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { openTestBusiness, type TestBusiness } from './support/business.ts';
import { call, type Signed } from './support/call.ts';
import { minutesFrom } from './support/clock.ts';
import { newMobile, openOffice } from './support/people.ts';
import { bookWeekly, type Home, moveToTampines } from './support/series.ts';
import { OFFICE } from './support/server.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

/** px. The cleaners of other tests are on the board, too, and all rows must be in sight. */
const TALL = 2400;
const DESK = { viewport: { width: 1440, height: TALL } };

let business: TestBusiness;

test.beforeAll(async () => {
  business = await openTestBusiness();
});

/** Two customers in Tampines with a cleaner each, and a visit of the first on Tuesday of next week, 9:00 to 1:00. */
async function twoHomes({ visits = 1 } = {}) {
  const lee = await moveToTampines(business.office, 'Hui Min');
  const ong = await moveToTampines(business.office, 'Rachel');
  const [visit] = await bookWeekly(business, lee, { count: visits });
  if (visit === undefined) throw new Error('Expected a booked visit');
  return { lee, ong, visit, day: visit.startTime.slice(0, 10) };
}

const rowOf = (page: Page, { cleaner }: Home) =>
  page.getByRole('row', { name: new RegExp(`^${cleaner} Devi`) });
const blockOf = (page: Page, { lastname }: Home) =>
  page.getByRole('gridcell', { name: new RegExp(lastname) });

async function openBoard(page: Page, day: string, words = 'Devi'): Promise<void> {
  await page.goto(`/admin/day?day=${day}&q=${words}`);
  await expect(page.getByRole('grid', { name: 'Day board' })).toBeVisible();
}

/** Drags by the left end of a block to a place in a row, and leaves the button pressed. */
async function dragTo(page: Page, block: Locator, to: { readonly row: Locator; readonly hours: number }) {
  const from = await block.boundingBox();
  const row = await to.row.boundingBox();
  if (from === null || row === null) throw new Error('Expected a block and a row');
  const grip = { x: from.x + 30, y: from.y + from.height / 2 };
  await page.mouse.move(grip.x, grip.y);
  await page.mouse.down();
  await page.mouse.move(grip.x + 8, grip.y + 8);
  await page.mouse.move(grip.x + (from.width / 4) * to.hours, row.y + row.height / 2, { steps: 6 });
}

const crewOf = async (id: string) =>
  (await call(getJob, { params: { id } }, business.office)).cleaners.map((member) => member.id);
const startOf = async (id: string) => (await call(getJob, { params: { id } }, business.office)).startTime;

test('a visit is dragged, and a name opens what can be done about the cleaner', async ({ openPage }) => {
  const { lee, ong, visit, day } = await twoHomes();
  const page = await openPage(await openOffice(), DESK);

  await test.step('a visit without crew is dragged to a cleaner, and then to the afternoon, with Undo', async () => {
    const away = { startTime: `${day} 00:00`, endTime: `${day} 23:59`, acknowledge: true };
    await call(addTimeOff, { params: { id: lee.cleanerID }, body: away }, business.office);
    await openBoard(page, day);
    const tray = page.getByRole('row', { name: /^No crew/ });
    const block = tray.getByRole('gridcell', { name: new RegExp(lee.lastname) });
    await expect(block).toHaveAccessibleName(/9:00 am to 1:00 pm.*Needs crew.*cannot come/);
    await expectAccessible(page);

    // The row says why, while the visit is over it.
    await dragTo(page, block, { row: rowOf(page, lee), hours: 0 });
    await expect(rowOf(page, lee)).toContainText('Has time off.');
    await page.mouse.move(0, 0);
    const target = await rowOf(page, ong).boundingBox();
    const from = await block.boundingBox();
    if (target === null || from === null) throw new Error('Expected rows');
    await page.mouse.move(from.x + 30, target.y + 20, { steps: 4 });
    await expect(rowOf(page, ong)).toContainText('9:00 am to 1:00 pmFits.');
    await page.mouse.up();
    await expect(page.getByText(`${ong.cleaner} Devi replaces ${lee.cleaner} Devi at Hui Min`)).toContainText(
      'The customer is told in a minute.',
    );
    expect(await crewOf(visit.id)).toEqual([ong.cleanerID]);
    await expect(tray.getByRole('gridcell', { name: new RegExp(lee.lastname) })).toHaveCount(0);

    const moved = rowOf(page, ong).getByRole('gridcell', { name: new RegExp(lee.lastname) });
    await dragTo(page, moved, { row: rowOf(page, ong), hours: 3 });
    await expect(rowOf(page, ong)).toContainText('12:00 pm to 4:00 pmFits.');
    await page.mouse.up();
    await expect(moved).toHaveAccessibleName(/12:00 pm to 4:00 pm/);
    await expect(page.getByText('visit moved to 12:00 pm')).toBeVisible();
    expect(await startOf(visit.id)).toBe(minutesFrom(visit.startTime, 180));
    await page.keyboard.press('z');
    await expect(moved).toHaveAccessibleName(/9:00 am to 1:00 pm/);
    expect(await startOf(visit.id)).toBe(visit.startTime);
  });

  await test.step('a cleaner’s name opens what can be done about them', async () => {
    await page.getByRole('button', { name: new RegExp(`^${lee.cleaner} Devi`) }).click();
    await expect(page.getByRole('menuitem', { name: 'Call' })).toHaveAttribute('href', /^tel:\+65\d{8}$/);
    await expect(page.getByRole('menuitem', { name: 'Schedule' })).toHaveAttribute(
      'href',
      `/admin/cleaners/${lee.cleanerID}/schedule`,
    );
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Cannot come' }).click();
    await expect(page).toHaveURL(new RegExp(`cover\\?cleanerID=${lee.cleanerID}&day=${day}`));
  });
});

test('with the keyboard alone: pick up, see what fits, drop, replace by a digit, undo', async ({
  openPage,
}) => {
  const { lee, ong, visit, day } = await twoHomes();
  await bookWeekly(business, ong, { count: 1 });
  const page = await openPage(await openOffice(), DESK);
  await openBoard(page, day);

  await test.step('pick up, see what fits, drop, undo', async () => {
    const said = page.getByRole('status').filter({ hasText: 'Devi' });
    await rowOf(page, lee)
      .getByRole('gridcell', { name: /^Free, 1:00 pm/ })
      .focus();
    await page.keyboard.press('ArrowLeft');
    await expect(blockOf(page, lee)).toBeFocused();

    await page.keyboard.press('m');
    await page.keyboard.press('ArrowRight');
    await expect(said).toContainText(`${lee.cleaner} Devi, 9:30 am. Fits.`);
    await page.keyboard.press('Escape');
    await expect(page.getByText('Put back.')).toBeAttached();
    await expect(blockOf(page, lee)).toBeFocused();
    expect(await startOf(visit.id)).toBe(visit.startTime);

    await page.keyboard.press('m');
    await page.keyboard.press('ArrowRight');
    await expect(said).toContainText('9:30 am. Fits.');
    await page.keyboard.press('Enter');
    await expect(blockOf(page, lee)).toHaveAccessibleName(/9:30 am to 1:30 pm/);
    await expect(page.getByText('visit moved to 9:30 am')).toBeVisible();
    expect(await startOf(visit.id)).toBe(minutesFrom(visit.startTime, 30));
    await page.keyboard.press('z');
    await expect(blockOf(page, lee)).toHaveAccessibleName(/9:00 am to 1:00 pm/);
    await expect(page.getByText('visit is where it was')).toBeVisible();
  });

  await test.step('a refused drop keeps the visit chosen, and is forgotten with the next move', async () => {
    const mine = blockOf(page, lee);
    await page.keyboard.press('m');
    // Rows are by name.
    const isBelow = ((await rowOf(page, ong).boundingBox())?.y ?? 0) > ((await mine.boundingBox())?.y ?? 0);
    for (
      let row = 0;
      row < 40 && !(await rowOf(page, ong).getByText('9:00 am to 1:00 pm', { exact: true }).isVisible());
      row += 1
    )
      await page.keyboard.press(isBelow ? 'ArrowDown' : 'ArrowUp');
    await expect(rowOf(page, ong)).toContainText(/Has another visit|At /);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('was not moved to');
    await expect(page.getByText(/^Not moved\./)).toBeAttached();
    await expect(mine).toBeFocused();
    expect(await crewOf(visit.id)).toEqual([lee.cleanerID]);
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByText(/^Not moved\./)).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('replace by a digit, another day, a new job in free time', async () => {
    await blockOf(page, lee).focus();
    await page.keyboard.press('r');
    // Cleaners of other tests are free, too.
    const best = page.getByRole('button', { name: /^1 / });
    const name = ((await best.textContent()) ?? '').trim().replace(/^1\s*/, '');
    await page.keyboard.press('1');
    await expect(page.getByText(`${name} replaces ${lee.cleaner} Devi`)).toBeVisible();
    expect(await crewOf(visit.id)).not.toEqual([lee.cleanerID]);

    // Another day and back, and a new job in free time.
    await page.keyboard.press(']');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Wednesday');
    await page.keyboard.press('[');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Tuesday');
    await rowOf(page, lee).getByRole('gridcell', { name: /^Free/ }).focus();
    await page.keyboard.press('n');
    await expect(page).toHaveURL(new RegExp(`/admin/jobs/new\\?at=${day}.*cleanerID=${lee.cleanerID}`));
    await page.goto(`${page.url()}&customerID=${ong.customer.id}`);
    await page.getByLabel('Home', { exact: true }).selectOption(ong.customer.addressID);
    await page.getByLabel('Package').selectOption(business.packageID);
    await expect(page.getByRole('checkbox', { name: `${lee.cleaner} Devi` })).toBeChecked();
  });
});

test('a series, a phone, a week, and who may only look', async ({ openPage }) => {
  const { lee, visit, day } = await twoHomes({ visits: 3 });
  const page = await openPage(await openOffice(), DESK);
  await openBoard(page, day);

  await test.step('a visit of a series that moves sideways asks how many move', async () => {
    await dragTo(page, blockOf(page, lee), { row: rowOf(page, lee), hours: 2 });
    await expect(rowOf(page, lee)).toContainText('11:00 am to 3:00 pmFits.');
    await page.mouse.up();
    // Where it would go stays in sight while the board asks.
    await expect(page.getByRole('alert')).toContainText('is part of a series');
    await expect(rowOf(page, lee)).toContainText('11:00 am to 3:00 pmFits.');
    await page.getByRole('button', { name: 'This and the following' }).click();
    await expect(page.getByText('3 visits moved to 11:00 am.')).toBeVisible();
    expect(await startOf(visit.id)).toBe(minutesFrom(visit.startTime, 120));
    await page.keyboard.press('z');
    await expect(page.getByText('The series is where it was.')).toBeVisible();
    expect(await startOf(visit.id)).toBe(visit.startTime);
  });

  await test.step('a phone has a list; the week opens a day', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const card = page.getByRole('listitem').filter({ hasText: lee.lastname });
    await card.getByRole('button', { name: 'Replace' }).click();
    await expect(page.getByRole('dialog', { name: /^Replace/ })).toBeVisible();
    await page.keyboard.press('Escape');

    await page.setViewportSize(DESK.viewport);
    await follow(page, `/admin/day?view=week&day=${day}&q=Devi`);
    await expect(page.getByRole('row', { name: new RegExp(lee.cleaner) })).toContainText('4 of');
    await page.getByRole('columnheader', { name: /^Tue / }).getByRole('button').click();
    await expect(page.getByRole('grid', { name: 'Day board' })).toBeVisible();
  });

  await test.step('who may only look has no gestures and no plans', async () => {
    const reader = await openPage(await readOnly(), DESK);
    await openBoard(reader, day);
    await dragTo(reader, blockOf(reader, lee), { row: rowOf(reader, lee), hours: 2 });
    await reader.mouse.up();
    await reader.keyboard.press('m');
    await expect(reader.getByRole('button', { name: /Move|Replace|Drop/ })).toHaveCount(0);
    await expect(reader.getByRole('link', { name: 'Open' })).toBeVisible();
    expect(await startOf(visit.id)).toBe(visit.startTime);
    await expect(reader.getByRole('region', { name: 'Plan the day' })).toHaveCount(0);
  });
});

test('a finger scrolls at once, and lifts a visit after a rest', async ({ openPage }) => {
  const { lee, ong, visit, day } = await twoHomes();
  const page = await openPage(await openOffice(), { viewport: { width: 834, height: TALL }, hasTouch: true });
  await openBoard(page, day);
  const touch = await page.context().newCDPSession(page);
  await expect(blockOf(page, lee)).toBeVisible();
  // Read for each gesture, because rows move while photos and fonts are loading.
  const places = async () => {
    const from = await blockOf(page, lee).boundingBox();
    const row = await rowOf(page, ong).boundingBox();
    if (from === null || row === null) throw new Error('Expected a block and a row');
    return { start: { x: from.x + 30, y: from.y + 20 }, end: { x: from.x + 30, y: row.y + 20 } };
  };
  type Places = Awaited<ReturnType<typeof places>>;
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints });
  const between = ({ start, end }: Places, share: number) => ({
    x: start.x,
    y: start.y + (end.y - start.y) * share,
  });

  const swipe = await places();
  await send('touchStart', [swipe.start]);
  for (const share of [0.3, 0.6, 1]) await send('touchMove', [between(swipe, share)]);
  await send('touchEnd', []);
  expect(await crewOf(visit.id)).toEqual([lee.cleanerID]);

  await send('touchStart', [(await places()).start]);
  await expect(rowOf(page, lee)).toContainText('This is where it is now.');
  const lifted = await places();
  for (const share of [0.3, 0.6, 1]) await send('touchMove', [between(lifted, share)]);
  await expect(rowOf(page, ong)).toContainText('Fits.');
  await send('touchEnd', []);
  await expect(page.getByText(`${ong.cleaner} Devi replaces ${lee.cleaner} Devi`)).toBeVisible();
  expect(await crewOf(visit.id)).toEqual([ong.cleanerID]);
});

async function readOnly(): Promise<Signed> {
  const identity = `reader${newMobile()}`;
  const password = 'the key to the office';
  const person = { fullname: identity, email: `${identity}@kemas.example`, officeRole: 'read-only' as const };
  const body = { ...person, identity, password, currentPassword: OFFICE.password };
  await call(createAdmin, { body }, business.office);
  return call(signInAdmin, { body: { identity, password } });
}
