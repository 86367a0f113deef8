import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from './support/axe.ts';
import type { Signed } from './support/call.ts';
import { passMinutes } from './support/clock.ts';
import { countCodes, newestCode } from './support/codes.ts';
import { cleanerSession, hire, newMobile, openOffice, type Person } from './support/people.ts';
import { test } from './support/test.ts';
import { follow } from './support/walk.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

let office: Signed;
let rosnah: Person & { id: string };

test.beforeAll(async () => {
  office = await openOffice();
  const person = { firstname: 'Rosnah', lastname: 'Osman', mobile: newMobile() };
  rosnah = { ...person, ...(await hire(office, person)) };
});

/** A photo as taken by a phone: rotated, with metadata. */
async function photoOfPhone() {
  const pixels = { width: 1200, height: 900, channels: 3, background: '#2f6f5e' } as const;
  const head = Buffer.from('<svg><circle cx="600" cy="450" r="300" fill="#e8b48a"/></svg>');
  const photo = sharp({ create: pixels }).composite([{ input: head }]);
  const buffer = await photo.jpeg().withMetadata({ orientation: 6 }).toBuffer();
  return { name: 'IMG_0001.JPG', mimeType: 'image/jpeg', buffer };
}

async function choosePhoto(page: Page, file: Awaited<ReturnType<typeof photoOfPhone>>): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^(Choose a photo|Change photo)/ }).click();
  await (await chooser).setFiles(file);
}

/** The person's photo is on the page and has loaded. */
async function expectPhoto(page: Page): Promise<void> {
  const photo = page.locator('main img[src^="/uploads/"]').first();
  await expect(photo).toBeVisible();
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
}

test('a cleaner edits her photo, languages and home on her phone; the office replaces her photo', async ({
  openPage,
}) => {
  const page = await openPage(await cleanerSession(rosnah), PHONE);
  await page.goto('/cleaner/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Me 我的' })).toBeVisible();
  for (const chinese of ['名字', '您会说的语言', '福建话', '您工作的地区', '更改号码', '保存我的资料'])
    await expect(page.getByText(chinese, { exact: true }).first()).toBeVisible();

  await choosePhoto(page, { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') });
  await expect(page.getByText('This photo cannot be opened.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();

  await choosePhoto(page, await photoOfPhone());
  const sheet = page.getByRole('dialog', { name: 'Crop the photo' });
  await sheet.getByLabel('Zoom').press('ArrowRight');
  await sheet.locator('[data-testid=cropper]').press('ArrowUp');
  await expectAccessible(page);
  await page.context().setOffline(true);
  await sheet.getByRole('button', { name: 'Use this photo' }).click();
  await expect(sheet.getByText('We could not connect. The photo is still here')).toBeVisible();
  await page.context().setOffline(false);
  await sheet.getByRole('button', { name: 'Use this photo' }).click();
  await expect(page.getByText('Your photo is saved.')).toBeVisible();
  await expectPhoto(page);

  await page.getByLabel('Postal code').fill('5202');
  await page.getByLabel('Hokkien').check();
  await page.getByLabel('North-East').check();
  await page.getByLabel('I do not work in homes with pets').check();
  const save = page.getByRole('button', { name: 'Save my profile' });
  await save.click();
  await expect(page.getByText('A postal code has six digits.')).toBeVisible();
  await page.getByLabel('Postal code').fill('520201');
  await page.context().setOffline(true);
  await save.click();
  await expect(page.getByText('What you typed is still here')).toBeVisible();
  await page.context().setOffline(false);
  await save.click();
  await expect(page.getByText('Your profile is saved.')).toBeVisible();

  await page.reload();
  await expect(page.getByLabel('Postal code')).toHaveValue('520201');
  await expect(page.getByLabel('Hokkien')).toBeChecked();
  await expect(page.getByLabel('North-East')).toBeChecked();
  await expect(page.getByLabel('I do not work in homes with pets')).toBeChecked();
  await expectPhoto(page);
  await page.getByLabel('中文').check();
  await expect(page.getByRole('heading', { level: 1, name: '我的' })).toBeVisible();
  await expect(page.getByLabel('福建话')).toBeChecked();
  await expect(page.getByLabel('我不到有宠物的住家工作')).toBeChecked();
  await expectAccessible(page);

  await test.step('the office gives a cleaner a photo, and sees it in its lists', async () => {
    const desk = await openPage(office);
    await desk.goto(`/admin/cleaners/${rosnah.id}/update`);
    await desk.getByRole('button', { name: 'Remove photo' }).click();
    await choosePhoto(desk, await photoOfPhone());
    await desk.getByRole('dialog').getByRole('button', { name: 'Use this photo' }).click();
    await expect(desk.getByText('1 change not saved')).toBeVisible();
    await desk.getByRole('button', { name: 'Save Rosnah' }).click();
    await expect(desk.getByText('Saved', { exact: true })).toBeVisible();
    await follow(desk, '/admin/cleaners?q=rosnah');
    await expect(desk.getByRole('heading', { level: 1 })).toContainText('Cleaners');
    await expectPhoto(desk);
  });
});

test('a new number is saved once its code and one of the old number are verified, and the other phone is signed out', async ({
  openPage,
}) => {
  const page = await openPage(await cleanerSession(rosnah), PHONE);
  // A sign-in is proof enough for two hours.
  await passMinutes(121);
  const other = await openPage(await cleanerSession(rosnah), PHONE);
  await page.goto('/cleaner/profile');
  await other.goto('/cleaner/profile');
  await expect(other.getByRole('heading', { level: 1, name: 'Me 我的' })).toBeVisible();
  await page.getByRole('button', { name: 'Change number' }).click();
  await page.getByLabel('New mobile number').fill('1234');
  await page.getByRole('button', { name: 'Text me a code' }).click();
  await expect(page.getByText('Check the number')).toBeVisible();
  const mobile = newMobile();
  const before = await countCodes(mobile);
  await page.getByLabel('New mobile number').fill(mobile);
  await page.getByRole('button', { name: 'Text me a code' }).click();
  await test.step('from an old session only with a code of her own number', async () => {
    await expect(page.getByText('To be sure it is you')).toBeVisible();
    const asked = await countCodes(rosnah.mobile);
    await page.getByRole('button', { name: 'Text me a code' }).click();
    await typeWrongAndRight(page, await newestCode(rosnah.mobile, asked));
  });
  const code = await newestCode(mobile, before);
  await expectAccessible(page);
  await typeWrongAndRight(page, code);
  await expect(page.getByText('Your number has changed.')).toBeVisible();
  await expect(page.getByText(`Codes go to +65 ${mobile.slice(0, 4)} ${mobile.slice(4)}`)).toBeVisible();
  await other.reload();
  await expect(other).toHaveURL(/\/cleaner\/signin/);

  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(/\/cleaner\/signin|\/$/);
});

async function typeWrongAndRight(page: Page, code: string): Promise<void> {
  await page.getByLabel('6-digit code').fill(code === '000000' ? '111111' : '000000');
  await expect(page.getByText('That is not the code we sent.')).toBeVisible();
  await page.getByLabel('6-digit code').fill(code);
  await expect(page.getByText('That is not the code we sent.')).toBeHidden();
}
