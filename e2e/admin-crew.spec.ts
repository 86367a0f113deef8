import { expect } from '@playwright/test';
import { findAreas } from '#features/catalogue/places/contract.ts';
import { setCleanerRegions } from '#features/people/cleaners/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { AISYAH, book, freeTime, MEI, openTestBusiness, type TestBusiness } from './support/business.ts';
import { call } from './support/call.ts';
import { cleanerSession, hire, newMobile, signUp, WEEK } from './support/people.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

let business: TestBusiness;

test.beforeAll(async () => {
  business = await openTestBusiness();
});

test('the office finds a job and assigns it to another cleaner, also of another region', async ({
  openPage,
}) => {
  const page = await openPage(business.office);

  await test.step('the office finds a job by its customer and assigns it to another cleaner, who sees it', async () => {
    const lastname = `Wong${newMobile()}`;
    const rachel = await signUp('Rachel', lastname);
    const job = await book(business, rachel, {
      startTime: await freeTime(business),
      cleaner1ID: business.aisyah,
    });

    await page.goto('/admin/overview');
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

  await test.step('a cleaner of another region is assigned with a reason, which is shown on the job’s page', async () => {
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

    await follow(page, `/admin/jobs/${job.id}/view?ask=crew-1`);
    const sheet = page.getByRole('dialog');
    const anyway = sheet.getByRole('button', { name: `Assign anyway: ${name}` });
    await anyway.focus();
    await page.keyboard.press('Enter');
    await sheet.getByRole('button', { name: `Assign ${name}`, exact: true }).click();
    await expect(sheet.getByText('Enter a reason.')).toBeVisible();
    await expect(sheet.getByLabel('Reason')).toBeFocused();
    await page.keyboard.type('Aisyah is ill');
    await expectAccessible(page);
    await sheet.getByRole('button', { name: `Assign ${name}`, exact: true }).click();
    await expect(sheet).toHaveCount(0);
    await expect(page.getByRole('button', { name: `Change ${name}` })).toBeVisible();
    await expect(page.getByText(`${name} assigned outside their region`)).toBeVisible();
    await expect(page.getByText('“Aisyah is ill”')).toBeVisible();
    await expect(page.getByText('Does not work in this region.')).toBeVisible();
    await expect(page.getByText('Cannot come')).toHaveCount(0);
  });
});
