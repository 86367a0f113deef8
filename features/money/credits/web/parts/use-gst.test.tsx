// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { PackChoice } from './choose-pack.tsx';
import type { Pack } from './use-packs.ts';

const pack = { id: 'family', credits: 24, price: 60_000, pricePerHour: 2500 } as Pack;
let gstPercent = 9;

beforeEach(() => {
  const config = () => Response.json({ publishableKey: null, refundsTo: ['card'], gstPercent });
  vi.stubGlobal(
    'fetch',
    vi.fn().mockImplementation(async () => config()),
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (value: string | null) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PackChoice packs={[pack]} value={value} onChange={vi.fn()} />
    </QueryClientProvider>,
  );

test('a GST-registered business shows the GST inside the price of the chosen pack', async () => {
  gstPercent = 9;
  show('family');
  expect(await screen.findByText(/includes S\$49\.54 GST/)).toBeTruthy();
});

test('an unregistered business shows no GST', async () => {
  gstPercent = 0;
  show('family');
  await waitFor(() => expect(fetch).toHaveBeenCalled());
  expect(screen.getByText(/against S\$27 an hour/).textContent).not.toMatch(/GST/);
});
