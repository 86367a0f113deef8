// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules(); // a freshly opened page
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Shows a title while the page loads, then the final one. */
async function load(hasBeenActive: boolean): Promise<HTMLElement> {
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive } });
  const { PageTitle } = await import('./page.tsx');
  const { rerender } = render(<PageTitle key="loading">Your booking</PageTitle>);
  rerender(<PageTitle key="loaded">Sat 28 Nov, 9:00 am</PageTitle>);
  return screen.getByRole('heading', { level: 1 });
}

test('on a freshly opened page the final title does not take the focus', async () => {
  await load(false);
  expect(document.activeElement).toBe(document.body);
});

test('after the first user activation, a new title takes the focus', async () => {
  const heading = await load(true);
  expect(document.activeElement).toBe(heading);
});
