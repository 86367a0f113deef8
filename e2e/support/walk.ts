/** Navigation from page to page in one session, as by links. */
import { expect, type Page } from '@playwright/test';

/** Opens the site at a URL, and waits for the view and hydration. */
export async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectApp(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** The page is hydrated: its buttons and fields are enabled. */
export async function expectApp(page: Page): Promise<void> {
  await expect(page.locator('main > fieldset[disabled]')).toHaveCount(0);
}

/**
 * Navigates to a URL without reloading the site, from the bottom of the previous page. Another view has loaded once it
 * has the focus: until then the previous one, with links of the same name, is still there.
 */
export async function follow(page: Page, path: string): Promise<void> {
  const before = new URL(page.url());
  await page.evaluate((to) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.scrollTo(0, document.body.scrollHeight);
    // Simulates the history entry of a link, and notifies the router.
    window.history.pushState({ key: crypto.randomUUID(), idx: window.history.length }, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
  }, path);
  if (new URL(path, before).pathname === before.pathname) return;
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body), path).toBe(true);
}

/** The view has loaded: it has the focus, exactly one non-empty heading, and the page is scrolled to the top. */
export async function expectView(page: Page, path: string): Promise<void> {
  await expect(page).toHaveURL((url) => url.pathname === path);
  await expect(page.locator('main:focus, main :focus'), path).toHaveCount(1);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading, path).toHaveCount(1);
  await expect(heading, path).toHaveText(/\S/);
  await expect.poll(() => page.evaluate(() => window.scrollY), path).toBe(0);
}

/** Checks that links of the frame, except the logo and steps, are marked `active` if they lead to the current page. */
export async function expectActiveLinks(page: Page, path: string): Promise<void> {
  const links = page.locator(
    `:is(nav, footer) a[href="${path}"]:not(:has([role="img"]), [aria-current="step"])`,
  );
  for (const link of await links.all()) await expect(link, path).toContainClass('active');
}
