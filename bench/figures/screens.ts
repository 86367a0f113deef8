import { chromium, type Page } from '@playwright/test';
import { SESSION_KEY } from '#platform/web/session/session-store.ts';
import { findBrowser } from '../../tools/find-browser.ts';
import { median } from '../client.ts';
import type { SingleResult } from '../report/results.ts';
import type { Site } from '../site.ts';

/** From a key or a click to new rows on the screen, the pause in typing included, ms. Source: DESIGN.md 5. */
const GOAL_MS = 300;

/** What somebody in the office does with the list of customers; each turn shows other rows than the one before. */
const ACTS: Readonly<Record<string, (page: Page, turn: number) => Promise<void>>> = {
  'search by name': (page, turn) =>
    page
      .getByRole('searchbox', { name: 'In these customers' })
      .fill(['Tan', 'Lim', 'Wei', 'Siti', 'Goh'][turn % 5] ?? ''),
  'search by mobile': (page, turn) =>
    page.getByRole('searchbox', { name: 'In these customers' }).fill(`9${turn % 10}1`),
  sort: (page, turn) =>
    page
      .getByRole('button', { name: turn % 2 === 0 ? 'Name' : 'Mobile', exact: true })
      .first()
      .click(),
  'next page': (page) => page.getByRole('button', { name: 'Next page' }).click(),
};

/** The list of customers in a browser, on the built app; the times are the browser's own. */
export async function measureScreens(site: Site, rounds: number): Promise<SingleResult[]> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('The screens need Chromium; see tools/find-browser.ts.');
  const browser = await chromium.launch({ executablePath });
  try {
    const results: SingleResult[] = [];
    for (const [name, act] of Object.entries(ACTS)) {
      const page = await openList(browser.newPage(), site);
      const taken: number[] = [];
      for (let turn = 0; turn <= rounds; turn += 1) taken.push(await timeOf(page, () => act(page, turn)));
      const value = median(taken.slice(1)); // the first warms up
      results.push({ name: `customers, ${name}`, size: site.name, value, unit: 'ms', goal: GOAL_MS });
      await page.close();
    }
    return results;
  } finally {
    await browser.close();
  }
}

async function openList(opening: Promise<Page>, { client, cast, kemas }: Site): Promise<Page> {
  const page = await opening;
  const { rows } = await client.query<{ id: string }>(
    `select account_id as id from session where role = 'admin' and user_agent = 'bench' limit 1`,
  );
  const session = JSON.stringify({ jwt: cast.office, id: rows[0]?.id, type: 'admin', fullname: 'Office' });
  await page.addInitScript(
    ([key = '', value = '']) => sessionStorage.setItem(key, value),
    [SESSION_KEY, session],
  );
  await page.goto(`${kemas.address}/admin/customers`);
  await page.locator('tbody tr').nth(5).waitFor();
  return page;
}

/** From the event that `act` causes until other rows have been painted, ms, by the page's own clock. */
async function timeOf(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const shown = () => document.querySelector('tbody')?.textContent ?? '';
    const before = shown();
    let began = 0;
    const note = () => {
      began ||= performance.now();
    };
    for (const type of ['input', 'click']) addEventListener(type, note, { capture: true, once: true });
    const seen = new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (began === 0 || shown() === '' || shown() === before) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    Object.assign(globalThis, { seenRows: seen });
  });
  await act();
  return page.evaluate(() => (globalThis as unknown as { seenRows: Promise<number> }).seenRows);
}
