import { expect, type Page } from '@playwright/test';
import { applications } from '#features/site/applications/contract.ts';
import { contactRequests } from '#features/site/contact-requests/contract.ts';
import { openTestBusiness, type TestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

let business: TestBusiness;
test.beforeAll(async () => {
  business = await openTestBusiness();
});

const NOBODY_WROTE = 'Nothing was sent from this page.';
const FORMS = [
  {
    at: '/contact-us',
    end: '/contact-successful',
    send: 'Send message',
    calls: contactRequests,
    text: 'Message',
    required: 'E-mail',
    value: 'mei@example.com',
    missing: 'Tell us what to call you.',
    subject: 'Your message',
    thanks: 'Your message is with us.',
  },
  {
    at: '/join-us',
    end: '/submission-successful',
    send: 'Send application',
    calls: applications,
    text: 'Anything else',
    required: 'Phone',
    value: '9123 4567',
    missing: 'Tell us what to call you.',
    subject: 'Your application',
    thanks: 'Your application is with us.',
  },
] as const;
type Form = (typeof FORMS)[number];

const title = (page: Page) => page.getByRole('heading', { level: 1 });

async function fill(page: Page, { required, value, text }: Form, name: string): Promise<void> {
  await page.getByLabel('First name').fill(name);
  await page.getByLabel(required, { exact: true }).fill(value);
  await page.getByLabel(text).fill('About the windows');
}

async function expectFilled(page: Page, { required, value, text }: Form, name: string): Promise<void> {
  await expect(page.getByLabel('First name')).toHaveValue(name);
  await expect(page.getByLabel(required, { exact: true })).toHaveValue(value);
  await expect(page.getByLabel(text)).toHaveValue('About the windows');
}

/** The number of submissions under this name. */
async function received({ calls }: Form, name: string): Promise<number> {
  const { total } = await call(calls.list, { query: { q: name } }, business.office);
  return total ?? 0;
}

/** The first form has all steps; the second one uses the same parts, so it has the whole journey without refusals. */
test('/contact-us keeps what is typed, and sends it once', async ({ page }) => {
  const [form] = FORMS;
  const send = page.getByRole('button', { name: form.send });
  const connection = page.getByRole('alert').filter({ hasText: 'We could not connect.' });
  const address = `**/api${form.calls.create.path}`;
  await page.goto(form.at);

  await test.step('someone who sends too much is told when to retry', async () => {
    const problem = {
      title: 'Too many tries',
      status: 429,
      code: 'throttled',
      detail: 'Wait.',
      retryAfter: 1500,
    };
    await page.route(address, (route) =>
      route.fulfill({ status: 429, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
    );
    await fill(page, form, 'Hui Min');
    await send.click();
    await expect(page.getByRole('alert').filter({ hasText: 'Try again in 25 minutes.' })).toBeVisible();
    await expectFilled(page, form, 'Hui Min');
    await page.unroute(address);
  });

  await test.step('text survives a validation error, a network failure and a reload', async () => {
    await fill(page, form, '');
    await send.click();
    await expect(page.getByText(form.missing)).toBeVisible();
    await expectFilled(page, form, '');
    await page.getByLabel('First name').fill('Lost Signal');
    await page.context().setOffline(true);
    await send.click();
    await expect(connection).toBeVisible();
    await expectFilled(page, form, 'Lost Signal');
    await page.context().setOffline(false);
    await page.reload();
    await expectFilled(page, form, 'Lost Signal');
    expect(await received(form, 'Lost Signal')).toBe(0);
  });

  await test.step('a submission whose response was lost is retried and stored once', async () => {
    let lost = 0;
    await page.route(address, async (route) => {
      const reply = await route.fetch();
      lost += 1;
      return lost === 1 ? route.abort('internetdisconnected') : route.fulfill({ response: reply });
    });
    await send.click();
    await expect(connection).toBeVisible();
    await send.click();
    await expect(title(page)).toHaveText(form.thanks);
    expect(await received(form, 'Lost Signal')).toBe(1);
    await page.unroute(address);
  });

  await sendOnce(page, form);

  await test.step('a bot gets the same confirmation, and nothing is stored', async () => {
    await follow(page, form.at);
    await fill(page, form, 'Robot Nine');
    await page.locator('input[name=website]').evaluate((field: HTMLInputElement) => {
      // More than a form would accept from a person.
      const written = 'https://watches.example '.repeat(1000);
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, written);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await send.click();
    await expect(title(page)).toHaveText(form.thanks);
    const kept = await call(form.calls.list, { query: { q: 'Robot Nine', trash: '*' } }, business.office);
    expect(kept.items).toEqual([]);
  });
});

test('/join-us sends once, however often the button is pressed', async ({ page }) => {
  const [, form] = FORMS;
  await page.goto(form.at);
  await fill(page, form, '');
  await page.getByRole('button', { name: form.send }).click();
  await expect(page.getByText(form.missing)).toBeVisible();
  await expectFilled(page, form, '');
  await page.reload();
  await expectFilled(page, form, '');
  await sendOnce(page, form);
});

/** Sends the form with a double click, and looks at its confirmation. */
async function sendOnce(page: Page, form: Form): Promise<void> {
  await test.step(`${form.at} sends once, however often the button is pressed`, async () => {
    await follow(page, form.at);
    await fill(page, form, 'Doubly Eager');
    await page.getByRole('button', { name: form.send }).dblclick();
    await expect(title(page)).toHaveText(form.thanks);
    expect(await received(form, 'Doubly Eager')).toBe(1);
    await page.reload();
    await expect(title(page)).toHaveText(form.thanks);
    await follow(page, form.at);
    await expect(page.getByLabel(form.text)).toHaveValue(''); // the draft is removed after sending
  });
  await test.step(`${form.end} opened directly says that nothing was sent`, async () => {
    const drawn = await page.goto(form.end);
    expect(await drawn?.text()).toContain(`>${form.subject}</h1>`);
    await expect(title(page)).toHaveText(NOBODY_WROTE);
  });
}
