import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from './support/axe.ts';
import type { Signed } from './support/call.ts';
import { countCodes, newestCode } from './support/codes.ts';
import { cleanerSession, hire, newMobile, openOffice, type Person } from './support/people.ts';
import { test } from './support/test.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

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

test('Rosnah edits her photo, languages and home on her phone', async ({ openPage }) => {
  const page = await openPage(await cleanerSession(rosnah), PHONE);
  await page.goto('/cleaner/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Me 我的' })).toBeVisible();
  for (const chinese of ['名字', '您会说的语言', '福建话', '您工作的地区', '更改号码', '保存我的资料'])
    await expect(page.getByText(chinese, { exact: true }).first()).toBeVisible();
  await expectAccessible(page);

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
});

test("the cleaners' sign-in is in English and 中文", async ({ openPage }) => {
  const page = await openPage(null, PHONE);
  await page.goto('/cleaner/signin');
  for (const words of ['Mobile number', '手机号码', 'Text me a code', 'Keep me signed in'])
    await expect(page.getByText(words, { exact: true })).toBeVisible();
  await page.getByLabel('Mobile number').fill(newMobile());
  await page.getByRole('button', { name: 'Text me a code' }).click();
  await expect(page.getByLabel('6-digit code')).toBeVisible();
  await expect(page.getByText('登录', { exact: true }).last()).toBeVisible();
  await expectAccessible(page);
});

test('a new number is saved once its code is verified, and the other phone is signed out', async ({
  openPage,
}) => {
  const [page, other] = [
    await openPage(await cleanerSession(rosnah), PHONE),
    await openPage(await cleanerSession(rosnah), PHONE),
  ];
  await page.goto('/cleaner/profile');
  await other.goto('/cleaner/profile');
  await page.getByRole('button', { name: 'Change number' }).click();
  await page.getByLabel('New mobile number').fill('1234');
  await page.getByRole('button', { name: 'Text me a code' }).click();
  await expect(page.getByText('Check the number')).toBeVisible();
  const mobile = newMobile();
  const before = await countCodes(mobile);
  await page.getByLabel('New mobile number').fill(mobile);
  await page.getByRole('button', { name: 'Text me a code' }).click();
  const code = await newestCode(mobile, before);
  await expectAccessible(page);
  await page.getByLabel('6-digit code').fill(code === '000000' ? '111111' : '000000');
  await expect(page.getByText('That is not the code we sent.')).toBeVisible();
  await page.getByLabel('6-digit code').fill(code);
  await expect(page.getByText('Your number has changed.')).toBeVisible();
  await expect(page.getByText(`Codes go to +65 ${mobile.slice(0, 4)} ${mobile.slice(4)}`)).toBeVisible();
  await other.reload();
  await expect(other).toHaveURL(/\/cleaner\/signin/);

  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(/\/cleaner\/signin|\/$/);
});

test('the office gives a cleaner a photo, and sees it in its lists', async ({ openPage }) => {
  const page = await openPage(office);
  await page.goto(`/admin/cleaners/${rosnah.id}/update`);
  await page.getByRole('button', { name: 'Remove photo' }).click();
  await choosePhoto(page, await photoOfPhone());
  await page.getByRole('dialog').getByRole('button', { name: 'Use this photo' }).click();
  await expect(page.getByText('1 change not saved')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save Rosnah' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.goto('/admin/cleaners?q=rosnah');
  await expectPhoto(page);
  await expectAccessible(page);
});
