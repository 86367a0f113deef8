// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { ChoosePack } from './choose-pack.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const pack = (credits: number) => ({
  id: `pack-${credits}`,
  type: 'regular',
  category: 'credit',
  label: `${credits} h`,
  credits,
  pricePerHour: 2500,
  price: credits * 2500,
});

/** Renders packs with these hours; returns what was bought. */
function open(onSale: readonly number[], preselected: string | null = null) {
  vi.stubGlobal('fetch', async () =>
    Response.json({ items: onSale.map(pack), total: onSale.length, next: null, from: 0, size: 100 }),
  );
  const bought = vi.fn();
  const page = <ChoosePack preselected={preselected} onBuy={bought} />;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: page }])} />
    </QueryClientProvider>,
  );
  return bought;
}

test.each([
  ['the one of 24 hours', [12, 24, 48], null, 24],
  ['the smallest if none has 24 hours', [12, 48], null, 12],
  ['the one in the URL', [12, 24, 48], 'pack-48', 48],
])('preselects a pack: %s', async (_what, onSale, preselected, hours) => {
  const bought = open(onSale, preselected);
  fireEvent.click(await screen.findByRole('button', { name: `Buy ${hours} hours` }));
  expect(bought).toHaveBeenCalledWith(`pack-${hours}`);
});
