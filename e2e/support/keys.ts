/** Keyboard-only interaction. */
import { expect, type Locator, type Page } from '@playwright/test';
import { expectApp } from './walk.ts';

/** More tab stops than any page of the booking has. */
const MAX_TAB_STOPS = 60;

/** Presses Tab until an element has the focus, and checks that it is visible. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  await expectApp(page);
  for (let stop = 0; stop < MAX_TAB_STOPS; stop += 1) {
    if (await hasFocus(target)) return expectFocusSeen(target);
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${target}`);
}

/** Tab, then Enter, for links and buttons. */
export async function tabAndEnter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

export async function tabAndType(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label));
  await page.keyboard.type(text);
}

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

async function expectFocusSeen(target: Locator): Promise<void> {
  expect(await target.evaluateAll(areFocusesSeen), `the focus can be seen on ${target}`).toEqual([true]);
}

/**
 * Whether each element, or what represents it (a radio's tile, a field's frame), has our focus outline. The browser's
 * own is of style `auto`, and buttons have a shadow without the focus, so neither counts.
 */
function areFocusesSeen(elements: readonly Element[]): boolean[] {
  return elements.map((element) => {
    const around = [element, element.parentElement, element.nextElementSibling, element.closest('label')];
    return around.some((one) => {
      if (one === null) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 3;
    });
  });
}

/** Presses Tab to the end of the page, checks that each focus is visible, and returns the number of stops. */
export async function tabThrough(page: Page): Promise<number> {
  const focused = page.locator('body :focus:not(.k-skip)');
  for (let stop = 0; stop < MAX_TAB_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const [isSeen] = await focused.evaluateAll(areFocusesSeen);
    if (isSeen === undefined) return stop;
    if (!isSeen) await expectFocusSeen(focused); // reports which element
  }
  throw new Error(`Tab does not leave ${page.url()}`);
}
