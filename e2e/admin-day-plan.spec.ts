import { expect, type Page } from '@playwright/test';
import { createAdmin, signInAdmin } from '#features/people/accounts/contract.ts';
import { getJob, updateJob } from '#features/work/jobs/contract.ts';
import { addTimeOff, removeTimeOff } from '#features/work/schedule/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { openTestBusiness, type TestBusiness } from './support/business.ts';
import { call, type Signed } from './support/call.ts';
import { newMobile, openOffice } from './support/people.ts';
import { bookWeekly, type Home, moveToTampines } from './support/series.ts';
import { OFFICE } from './support/server.ts';
import { test } from './support/test.ts';

/** px. The cleaners of other tests are on the board, too, and all rows must be in sight. */
const DESK = { viewport: { width: 1440, height: 2400 } };

let business: TestBusiness;

test.beforeAll(async () => {
  business = await openTestBusiness();
});

/** Two visits on a Tuesday at nine, in a week that no other test uses, each with the customer’s own cleaner. */
async function twoVisits(weeks: number) {
  const lee = await moveToTampines(business.office, 'Hui Min');
  const ong = await moveToTampines(business.office, 'Rachel');
  const [first] = await bookWeekly(business, lee, { count: 1, weeks });
  const [second] = await bookWeekly(business, ong, { count: 1, weeks });
  if (first === undefined || second === undefined) throw new Error('Expected booked visits');
  return { lee, ong, first: first.id, second: second.id, day: first.startTime.slice(0, 10) };
}

async function takeDayOff({ cleanerID }: Home, day: string): Promise<() => Promise<unknown>> {
  const body = { startTime: `${day} 00:00`, endTime: `${day} 23:59`, acknowledge: true };
  const { id } = await call(addTimeOff, { params: { id: cleanerID }, body }, business.office);
  return () => call(removeTimeOff, { params: { id: cleanerID, timeOffID: id } }, business.office);
}

async function colleague(fullname: string, officeRole: 'dispatcher'): Promise<Signed> {
  const identity = `${officeRole}${newMobile()}`;
  const password = 'the key to the office';
  const person = { fullname, email: `${identity}@kemas.example`, officeRole };
  const body = { ...person, identity, password, currentPassword: OFFICE.password };
  await call(createAdmin, { body }, business.office);
  return call(signInAdmin, { body: { identity, password } });
}

async function openBoard(page: Page, day: string): Promise<void> {
  await page.goto(`/admin/day?day=${day}`);
  await expect(page.getByRole('grid', { name: 'Day board' })).toBeVisible();
}

const panelOf = (page: Page) => page.getByRole('region', { name: 'Plan the day' });
const ghostOf = (page: Page, { lastname }: Home) =>
  page.getByRole('gridcell', { name: new RegExp(`^(Proposed|Left out): .*${lastname}`) });
const partOf = (page: Page, { lastname }: Home) =>
  page.getByRole('gridcell', { name: new RegExp(`^(Hui Min|Rachel) ${lastname}`) });
const rowOf = (page: Page, { cleaner }: Home) =>
  page.getByRole('row', { name: new RegExp(`^${cleaner} Devi`) });

/** Starts a plan and stops its search: the best crews are found at once. */
async function fillTray(page: Page): Promise<void> {
  await panelOf(page).getByRole('button', { name: 'Assign crews' }).click();
  await expect(panelOf(page).getByRole('progressbar', { name: 'Assign crews' })).toBeVisible();
  await panelOf(page).getByRole('button', { name: 'Stop' }).click();
  await expect(panelOf(page).getByText(/have a crew/)).toBeVisible();
}

const crewOf = async (id: string) =>
  (await call(getJob, { params: { id } }, business.office)).cleaners.map((member) => member.id);

test('the tray is filled, the plan undone, and the view changed', async ({ openPage }) => {
  const { lee, ong, first, second, day } = await twoVisits(4);
  const page = await openPage(await openOffice(), DESK);

  await test.step('the tray is filled: ghosts, one accepted, the rest accepted, and the whole plan undone', async () => {
    const leeIsBack = await takeDayOff(lee, day);
    const ongIsBack = await takeDayOff(ong, day);
    await openBoard(page, day);
    const panel = panelOf(page);
    await fillTray(page);
    await expect(panel.getByText(/2 more visits have a crew/)).toBeVisible();
    await expect(ghostOf(page, lee)).toHaveAccessibleName(/^Proposed: .*9:00 am to 1:00 pm, .* instead of /);
    await expect(partOf(page, lee)).toHaveAccessibleName(/would go to someone else/);
    await expectAccessible(page);

    // One is left out and taken in again, by keyboard.
    await panel.getByRole('button', { name: new RegExp(`^Show on the board: .*${lee.lastname}`) }).click();
    await expect(ghostOf(page, lee)).toBeFocused();
    await page.keyboard.press('x');
    await expect(ghostOf(page, lee)).toHaveAccessibleName(/^Left out/);
    await expect(page.getByRole('status').filter({ hasText: /^Left out\.$/ })).toBeAttached();
    await expect(panel.getByRole('button', { name: 'Accept 1 of 2' })).toBeVisible();
    await page.keyboard.press('x');
    await expect(panel.getByRole('button', { name: 'Accept all 2' })).toBeVisible();

    await page.keyboard.press('Enter');
    await expect(ghostOf(page, lee)).toHaveCount(0);
    await expect(panel.getByText(/1 accepted/)).toBeVisible();
    expect(await crewOf(first)).not.toEqual([lee.cleanerID]);
    expect(await crewOf(second)).toEqual([ong.cleanerID]);

    await panel.getByRole('button', { name: 'Accept', exact: true }).click();
    await expect(panel.getByText(/2 accepted/)).toBeVisible();
    await expect(ghostOf(page, ong)).toHaveCount(0);
    await expect(panel).toBeFocused();
    expect(await crewOf(second)).not.toEqual([ong.cleanerID]);

    // One of the cleaners can come after all.
    await leeIsBack();
    await page.reload();
    await panel.getByRole('button', { name: 'Undo the plan' }).click();
    await expect(panel.getByText(/1 undone, 1 not undone/)).toBeVisible();
    await expect(panel.getByText(/Not undone\. /)).toBeVisible();
    expect(await crewOf(first)).toEqual([lee.cleanerID]);
    await ongIsBack();
    await panel.getByRole('button', { name: 'Undo the plan' }).click();
    await expect(panel.getByText(/2 undone/)).toBeVisible();
    expect(await crewOf(second)).toEqual([ong.cleanerID]);
  });

  await test.step('rows are grouped, filtered by F and made wider, and the address keeps it', async () => {
    await takeDayOff(lee, day);
    await page.getByRole('button', { name: 'View' }).click();
    const view = page.getByRole('dialog');
    await view.getByRole('checkbox', { name: 'Group by region' }).click();
    await expect(view.getByRole('checkbox', { name: 'Group by region' })).toBeChecked();
    await view.getByRole('radio', { name: 'Widest' }).click();
    await expect(view.getByRole('radio', { name: 'Widest' })).toBeChecked();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'View' }).click();
    await expect(view).toHaveCount(0);
    await expect(page.getByRole('row', { name: 'Everywhere', exact: true })).toBeVisible();
    await expect(rowOf(page, lee)).toBeVisible();
    await page.getByRole('grid').getByRole('gridcell').first().focus();
    await page.keyboard.press('f');
    await expect(rowOf(page, lee)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('row', { name: 'Everywhere', exact: true })).toBeVisible();
    await expect(rowOf(page, lee)).toHaveCount(0);
  });
});

test('what if a cleaner is away: accepted on a phone, and undone', { tag: '@deep' }, async ({ openPage }) => {
  const { lee, first, day } = await twoVisits(5);
  const page = await openPage(await openOffice(), { viewport: { width: 390, height: 844 } });
  await page.goto(`/admin/day?day=${day}`);
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Try a change' }).click();
  await panel
    .getByRole('combobox', { name: 'Try a change' })
    .selectOption({ label: `${lee.cleaner} Devi is away` });
  await panel.getByRole('button', { name: 'Show what changes' }).click();
  await panel.getByRole('button', { name: 'Stop' }).click();
  await expect(panel.getByText(`If ${lee.cleaner} Devi is away.`)).toBeVisible();
  const change = panel.getByRole('listitem').filter({ hasText: lee.lastname });
  await expect(change).toContainText('→');
  await expectAccessible(page);
  await change.getByRole('checkbox').uncheck();
  await expect(panel.getByText(/1 left out/)).toBeVisible();
  await change.getByRole('button', { name: /^Accept/ }).click();
  await expect(change).toContainText('Accepted.');
  expect(await crewOf(first)).not.toEqual([lee.cleanerID]);
  await panel.getByRole('button', { name: 'Undo the plan' }).click();
  await expect(change).toContainText('Undone.');
  expect(await crewOf(first)).toEqual([lee.cleanerID]);
  await panel.getByRole('button', { name: 'Reject' }).click();
  await expect(panel.getByText(/^Last plan: If Kamala .* is away/)).toBeVisible();
});

test('a colleague sees whose plan is calculated, and moves one of its visits before it is accepted', {
  tag: '@deep',
}, async ({ openPage }) => {
  const { lee, ong, first, second, day } = await twoVisits(6);
  await takeDayOff(lee, day);
  await takeDayOff(ong, day);
  const page = await openPage(await colleague('Siti Rahmah', 'dispatcher'), DESK);
  const other = await openPage(await colleague('Joanne Sim', 'dispatcher'), DESK);
  await openBoard(page, day);
  await openBoard(other, day);
  await panelOf(page).getByRole('button', { name: 'Assign crews' }).click();
  await expect(panelOf(other).getByText('Siti Rahmah is planning this day: Assign crews.')).toBeVisible();
  await panelOf(other).getByRole('button', { name: 'Shorten travel' }).click();
  await expect(panelOf(other).getByText('Wait until it is ready, or stop it.')).toBeVisible();
  await panelOf(other).getByRole('button', { name: 'Stop it' }).click();
  await expect(panelOf(page).getByRole('button', { name: 'Accept all 2' })).toBeVisible();

  await partOf(other, lee).click();
  await other.keyboard.press('r');
  await expect(other.getByRole('button', { name: /^1 / })).toBeVisible();
  await other.keyboard.press('1');
  await expect(other.getByText(`replaces ${lee.cleaner} Devi`)).toBeVisible();
  const crew = await crewOf(first);

  const changed = panelOf(page).getByRole('listitem').filter({ hasText: lee.lastname });
  await expect(changed).toContainText('Someone has changed this visit since.');
  await expect(ghostOf(page, lee)).toHaveCount(0);
  await panelOf(page).getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(panelOf(page).getByText(/1 accepted/)).toBeVisible();
  expect(await crewOf(first)).toEqual(crew);
  expect(await crewOf(second)).not.toEqual([ong.cleanerID]);
});

test('a visit that a colleague has moved is not moved by another drop, which names the colleague', async ({
  openPage,
}) => {
  const { lee, ong, first, day } = await twoVisits(7);
  const page = await openPage(await colleague('Siti Rahmah', 'dispatcher'), DESK);
  const joanne = await colleague('Joanne Sim', 'dispatcher');
  const moveTo = (time: string) =>
    call(updateJob, { params: { id: first }, body: { startTime: `${day}T${time}:00+08:00` } }, joanne);

  await test.step('a visit that a colleague moves while it is dragged drops back, with their name', async () => {
    await openBoard(page, day);
    const [block, target] = [await partOf(page, lee).boundingBox(), await rowOf(page, ong).boundingBox()];
    if (block === null || target === null) throw new Error('Expected a block and a row');
    await page.mouse.move(block.x + 30, block.y + 20);
    await page.mouse.down();
    await page.mouse.move(block.x + 40, block.y + 24);
    await page.mouse.move(block.x + 40, target.y + 20, { steps: 4 });
    await expect(rowOf(page, ong)).toContainText('9:00 am to 1:00 pm');
    await moveTo('09:30');
    await expect(page.getByRole('alert')).toContainText(
      /Joanne Sim has just changed Hui Min .*It was not moved\./,
    );
    await page.mouse.up();
    await expect(partOf(page, lee)).toHaveAccessibleName(/9:30 am to 1:30 pm/);
    expect(await crewOf(first)).toEqual([lee.cleanerID]);
  });

  await test.step('a drop on a board that does not show a colleague’s change yet is refused, with their name', async () => {
    await page.route('**/api/live', (route) => route.abort('internetdisconnected'));
    await openBoard(page, day);
    await expect(partOf(page, lee)).toBeVisible();
    await moveTo('13:00');
    await partOf(page, lee).click();
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText('10:00 am. Fits.').first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText(
      'Not moved. Joanne Sim has just changed this visit. Nothing was saved. Check it, then try again.',
    );
    await expect(partOf(page, lee)).toHaveAccessibleName(/1:00 pm to 5:00 pm/);
    await expect(partOf(page, ong)).toHaveAccessibleName(/9:00 am to 1:00 pm/);
  });
});
