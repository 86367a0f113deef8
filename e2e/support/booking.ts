/** The steps of booking a clean with a pointer. */
import { expect, type Page } from '@playwright/test';
import { bookingAddress } from '#features/site/pages/rules/booking-address.ts';
import { follow } from './walk.ts';

export const GOOD_CARD = '4242 4242 4242 4242';
export const DECLINED_CARD = '4000 0000 0000 0002';
/** The bank requires authentication (3-D Secure). */
export const BANK_ASKS_CARD = '4000 0000 0000 3220';

export const heading = (page: Page) => page.getByRole('heading', { level: 1 });
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).click();
}

type Service = Parameters<typeof bookingAddress>[0];

/** The first step's heading: by home size, or for fixed packages. */
const FIRST_STEP = /^(Where is home, and how big is it|Which home is it)\?$/;

const ON_THE_MAP: Readonly<Record<string, object>> = {
  '310145': { block: '145', street: 'Lorong 2 Toa Payoh', building: '' },
};

/** The map's answers; the tests' Kemas has none configured. */
export async function answerFromMap(page: Page): Promise<void> {
  await page.route('**/api/places/address?*', (route) => {
    const postal = new URL(route.request().url()).searchParams.get('postal') ?? '';
    return route.fulfill({ json: { place: ON_THE_MAP[postal] ?? null } });
  });
}

/** Enters the postal code in the first step and continues to the free times. */
export async function typePostal(page: Page): Promise<void> {
  await expect(heading(page)).toHaveText(FIRST_STEP);
  await page.getByLabel('Postal code').fill('310145');
  await expect(page.getByText('Toa Payoh', { exact: false }).first()).toBeVisible();
  await submitHome(page, 'postal=310145');
}

/** Continues to the free times. If asked who brings supplies: the customer has them. */
export async function seeFreeTimes(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'See free times' })).toBeVisible();
  const own = page.getByRole('radio', { name: /^I have them at home/ });
  if (
    (await own.count()) > 0 &&
    (await page.getByRole('radio', { name: /^Bring them along/, checked: true }).count()) === 0
  )
    await own.check();
  await press(page, 'See free times');
}

/** Continues to the free times, which depend on this address. */
async function submitHome(page: Page, place: string): Promise<void> {
  const times = page.waitForRequest(
    (request) => request.url().includes('list-time-available') && request.url().includes(place),
  );
  await seeFreeTimes(page);
  await times;
}

/** Keeps the dates of a series. For dates taken by other tests, takes the nearest time. */
/** A date of a series that has to be decided. */
export const NOT_FREE = /^(No one is free|We are closed|We cannot come) on /;

export async function keepDates(page: Page): Promise<void> {
  await expect(heading(page)).toHaveText('Do these dates suit you?');
  await expect(page.getByRole('button', { name: /^(Keep|Decide on) \d/ })).toBeVisible();
  for (const group of await page.getByRole('group', { name: NOT_FREE }).all())
    await group.getByRole('radio').first().check();
  await press(page, /^Keep \d+ visits$/);
}

/** When the visit starts that the page is booking. */
export function startInDraft(page: Page): Promise<string> {
  return page.evaluate(
    () => JSON.parse(sessionStorage.getItem('kemas-drafts') ?? '{}')['one-time'].draft.startTime,
  );
}

/** The times of the selected day. */
export const times = (page: Page) => page.locator('button[data-slot]');

/** Takes the first time of the first day that has one, and returns its text: "9:00 am". */
export async function holdFirstTime(page: Page): Promise<string> {
  await expect(heading(page)).toHaveText('When shall we come?');
  await page
    .getByRole('grid')
    .getByRole('button', { name: /times free$/ })
    .first()
    .click();
  const first = times(page).first();
  await first.click();
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  const time = (await first.locator('b').textContent()) ?? '';
  await press(page, `Keep ${time}`);
  return time;
}

export async function typeAddress(page: Page): Promise<void> {
  await expect(heading(page)).toHaveText('Which block and unit?');
  await page.getByLabel('Block and street').fill('Blk 145 Lor 2 Toa Payoh');
  await page.getByLabel('Unit').fill('#08-112');
  await page.getByLabel('Building').fill('Toa Payoh Spring');
  await press(page, 'Use this address');
}

export async function payWith(page: Page, number: string): Promise<void> {
  await expect(heading(page)).toHaveText('Check and pay');
  await typeCard(page, number);
  await press(page, /^Pay S\$/);
}

export async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('12/34');
  await page.getByLabel('Security code').fill('123');
}

/**
 * Goes from the first step to the payment, for an existing customer with one home; returns the time's text. An open
 * page is not loaded again.
 */
export async function continueToPay(page: Page, service: Service = 'one-time'): Promise<string> {
  const address = bookingAddress(service);
  await (page.url() === 'about:blank' ? page.goto(address) : follow(page, address));
  await expect(page.getByRole('radio', { name: /^Blk 145/ })).toBeChecked();
  await submitHome(page, 'addressID=');
  const time = await holdFirstTime(page);
  if (service === 'regular') await keepDates(page);
  await expect(heading(page)).toHaveText('Anything we should know?');
  await press(page, 'Continue to payment');
  return time;
}
