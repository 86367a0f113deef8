import { expect, type Page } from '@playwright/test';

/** Anything that runs sets a variable, or causes a CSP violation in the console. */
export const SCRIPT = `<script>window.ran='script'</script><img src="/x" onerror="window.ran='img'"><svg onload="window.ran='svg'"></svg>`;
/** Fits into a name. */
export const SHORT_SCRIPT = '<img src=/x onerror=window.ran=1>';
export const MARKED = `Mind <b>this</b>${SCRIPT}<a href="javascript:window.ran='link'">there</a>`;

/** Checks that nothing has run, and nothing could run, in any frame of the page. */
export async function expectNothingRan(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    const found = await frame.evaluate(() => ({
      ran: (window as { ran?: string }).ran ?? null,
      elements: [
        ...document.querySelectorAll('img[src="/x"], [onerror], [onload], a[href^="javascript:" i]'),
      ].map((element) => element.outerHTML),
      // A JSON block is data and never runs.
      scripts: [...document.scripts].filter(
        ({ type, text }) => !type.endsWith('json') && text.includes('window.ran'),
      ).length,
    }));
    expect(found, frame.url()).toEqual({ ran: null, elements: [], scripts: 0 });
  }
}
