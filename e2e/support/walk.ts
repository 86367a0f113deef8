/** From page to page inside one visit, as links do it. */
import { expect, type Page } from '@playwright/test';

/** Opens the site at an address, as typed, and waits for the view and the app. */
export async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectApp(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** The page is hydrated: its buttons and fields are enabled. */
export async function expectApp(page: Page): Promise<void> {
  await expect(page.locator('main > fieldset[disabled]')).toHaveCount(0);
}

/** Goes to an address without loading the site anew, from the foot of the page before. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.scrollTo(0, document.body.scrollHeight);
    // What a link leaves in the history, and how the router hears of it.
    window.history.pushState({ key: crypto.randomUUID(), idx: window.history.length }, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
  }, path);
}

/** The view has arrived: it holds the focus, its one heading says something, and the page stands at its top. */
export async function expectView(page: Page, path: string): Promise<void> {
  await expect(page).toHaveURL((url) => url.pathname === path);
  await expect(page.locator('main:focus, main :focus'), path).toHaveCount(1);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading, path).toHaveCount(1);
  await expect(heading, path).toHaveText(/\S/);
  await expect.poll(() => page.evaluate(() => window.scrollY), path).toBe(0);
}

/** Links of the frame, but for its logo, that lead to where one is are marked `active`. */
export async function expectActiveLinks(page: Page, path: string): Promise<void> {
  const links = page.locator(`:is(nav, footer) a[href="${path}"]:not(:has([role="img"]))`);
  for (const link of await links.all()) await expect(link, path).toContainClass('active');
}
