/** Measures the effort of a booking: presses, and letters typed. */
import type { Page } from '@playwright/test';

const KEY = 'effort-of-the-story';

/** Starts counting with the next page, across reloads. */
export async function countEffort(page: Page): Promise<void> {
  await page.addInitScript((key) => {
    const add = (presses: number, letters: number) => {
      const before = JSON.parse(sessionStorage.getItem(key) ?? '[0,0]');
      sessionStorage.setItem(key, JSON.stringify([before[0] + presses, before[1] + letters]));
    };
    addEventListener('pointerdown', () => add(1, 0), true);
    addEventListener(
      'input',
      ({ target }) => {
        if (target instanceof HTMLSelectElement) add(1, 0);
        else if (target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(target.type))
          add(0, target.value.length);
      },
      true,
    );
  }, KEY);
}

export async function countedInput(page: Page): Promise<{ presses: number; letters: number }> {
  const [presses, letters] = await page.evaluate(
    (key) => JSON.parse(sessionStorage.getItem(key) ?? '[0,0]'),
    KEY,
  );
  return { presses, letters };
}
