import { expect } from '@playwright/test';
import { findAreas } from '#features/catalogue/places/contract.ts';
import { setCleanerRegions } from '#features/people/cleaners/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { AISYAH, book, freeTime, MEI, openTestBusiness, type TestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { cleanerSession, hire, newMobile, signUp, WEEK } from './support/people.ts';
import { OFFICE } from './support/server.ts';
import { test } from './support/test.ts';

let business: TestBusiness;

test.beforeAll(async () => {
  business = await openTestBusiness();
});

test('the office finds a job by its customer and assigns it to another cleaner, who sees it', async ({
  page,
  openPage,
}) => {
  const lastname = `Wong${newMobile()}`;
  const rachel = await signUp('Rachel', lastname);
  const job = await book(business, rachel, {
    startTime: await freeTime(business),
    cleaner1ID: business.aisyah,
  });

  await page.goto('/admin/signin');
  await page.getByLabel('Sign-in name').fill(OFFICE.identity);
  await page.getByLabel('Password').fill(OFFICE.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  await expect(page).toHaveURL('/admin/jobs');
  await page.getByRole('searchbox', { name: 'Search jobs' }).fill(lastname);
  await page.getByRole('button', { name: 'Search all jobs' }).click();
  const row = page.getByRole('row').filter({ hasText: lastname });
  await expect(row).toContainText('Nur Aisyah');
  await expect(page).toHaveURL(new RegExp(`q=${lastname}`));
  await row.getByRole('link').first().click();

  await page.getByRole('button', { name: 'Change Nur Aisyah Rahman' }).click();
  const sheet = page.getByRole('dialog', { name: 'Replace Nur Aisyah Rahman' });
  await sheet.getByRole('button', { name: /Mei Ling Lim/ }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: 'Change Mei Ling Lim' })).toBeVisible();
  await expect(page.getByText(/^Mei Ling Lim is assigned to the visit on/)).toBeVisible();

  const meisPhone = await openPage(await cleanerSession(MEI));
  await meisPhone.goto('/cleaner/upcoming');
  await meisPhone.locator(`a[href="/cleaner/upcoming/${job.id}"]`).click();
  await expect(meisPhone.getByText(`Rachel ${lastname}`)).toBeVisible();
  const aisyahsPhone = await openPage(await cleanerSession(AISYAH));
  await aisyahsPhone.goto(`/cleaner/jobs/${job.id}`);
  await expect(aisyahsPhone.getByText('You are not on this job.')).toBeVisible();
});

test('a cleaner of another region is assigned with a reason, which is shown on the job’s page', async ({
  openPage,
}) => {
  const lastname = `Tan${newMobile()}`;
  const rachel = await signUp('Rachel', lastname);
  const job = await book(business, rachel, {
    startTime: await freeTime(business),
    cleaner1ID: business.aisyah,
  });
  const zara = { firstname: 'Zara', lastname: `Ali${newMobile()}`, mobile: newMobile() };
  const name = `${zara.firstname} ${zara.lastname}`;
  const { id: cleanerID } = await hire(business.office, zara, WEEK);
  const [east] = await call(findAreas, { query: { postal: '520201' } });
  const body = { cleanerID, regionIDs: [east?.regionID ?? ''] };
  await call(setCleanerRegions, { body }, business.office);

  const page = await openPage(business.office);
  await page.goto(`/admin/jobs/${job.id}/view?ask=crew-1`);
  const sheet = page.getByRole('dialog');
  const anyway = sheet.getByRole('button', { name: `Assign anyway: ${name}` });
  await anyway.focus();
  await page.keyboard.press('Enter');
  await sheet.getByRole('button', { name: `Assign ${name}`, exact: true }).click();
  await expect(sheet.getByText('Enter a reason.')).toBeVisible();
  await expect(sheet.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('Aisyah is ill');
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await sheet.getByRole('button', { name: `Assign ${name}`, exact: true }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Change ${name}` })).toBeVisible();
  await expect(page.getByText(`${name} assigned outside their region`)).toBeVisible();
  await expect(page.getByText('“Aisyah is ill”')).toBeVisible();
  await expect(page.getByText('Does not work in this region.')).toBeVisible();
  await expect(page.getByText('Cannot come')).toHaveCount(0);
  await expectAccessible(page);
});

test('clicking a column header sorts the list, and the URL keeps the order', async ({ openPage }) => {
  const family = `Goh${newMobile()}`;
  for (const firstname of ['Anita', 'Bala']) {
    await hire(business.office, { firstname, lastname: family, mobile: newMobile() });
  }
  const page = await openPage(business.office);
  const names = page.getByRole('row').getByRole('link');
  await page.goto(`/admin/cleaners?q=${family}`);
  // A tile with their initials precedes the name.
  await expect(names).toHaveText([new RegExp(`Anita ${family}$`), new RegExp(`Bala ${family}$`)]);
  await page.locator('th').filter({ hasText: 'Name' }).click();
  await expect(names).toHaveText([new RegExp(`Bala ${family}$`), new RegExp(`Anita ${family}$`)]);
  await expect(page).toHaveURL(/order=desc/);
  await page.reload();
  await expect(names).toHaveText([new RegExp(`Bala ${family}$`), new RegExp(`Anita ${family}$`)]);
});

test('an invalid number of a new cleaner shows an error on its field, and can be corrected', async ({
  openPage,
}) => {
  const page = await openPage(business.office);
  await page.goto('/admin/cleaners/new');
  await page.getByLabel('First name').fill('Siew Lan');
  await page.getByLabel('Gender').selectOption('Female');
  const mobile = page.getByLabel('Mobile');
  await mobile.fill('6123 4567');
  await page.getByRole('button', { name: 'Add cleaner' }).click();
  await expect(mobile).toBeFocused();
  await expect(mobile).toHaveAttribute('aria-invalid', 'true');
  await expect(mobile).toHaveAccessibleDescription(/mobile|number|8 or 9/i);
  await mobile.fill(newMobile());
  await page.getByRole('button', { name: 'Add cleaner' }).click();
  await expect(page.getByText('Siew Lan was added. Next: weekly hours.')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/cleaners\/[\w-]+\/availability$/);
});
