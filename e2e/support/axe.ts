import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Nothing that axe knows of WCAG 2.2 AA is broken on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, 'as it stands', (axe) => axe.withTags(LEVELS));
}

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

/** The same on a desk and on a phone, and in the dark, where only colours differ. */
export async function expectAccessibleEverywhere(page: Page): Promise<void> {
  await page.setViewportSize(DESK);
  await expectNoViolations(page, 'on a desk', (axe) => axe.withTags(LEVELS));
  await page.setViewportSize(PHONE);
  await expectNoViolations(page, 'on a phone', (axe) => axe.withTags(LEVELS));
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page, 'in the dark', (axe) => axe.withRules(['color-contrast']));
  await page.emulateMedia({ colorScheme: 'light' });
}

/** A page in another language, whose parts have been looked at everywhere: at the width where words are tightest. */
export async function expectAccessibleOnPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  await expectNoViolations(page, 'on a phone', (axe) => axe.withTags(LEVELS));
}

async function expectNoViolations(
  page: Page,
  where: string,
  rules: (axe: AxeBuilder) => AxeBuilder,
): Promise<void> {
  await transitionsEnd(page);
  // Our pages have no frames, and legacy mode spares a second page for each look.
  const { violations } = await rules(new AxeBuilder({ page })).setLegacyMode().analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  );
  expect.soft(found, `${page.url()} ${where}`).toEqual([]);
}

/** Colours that fade into one another are measured where they have come to rest. */
function transitionsEnd(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    return Promise.allSettled(fading.map((transition) => transition.finished)).then(() => null);
  });
}
