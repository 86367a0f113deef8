// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bookingAddress } from '../../rules/booking-address.ts';
import { HOME_SIZES, type OnSalePackage, offerFor, SERVICES, type Service } from '../../rules/home-offer.ts';
import { HomeHero } from './home-hero.tsx';
import { siteTexts } from './texts.ts';

vi.mock('./use-rating.ts', () => ({ useRating: () => undefined }));
afterEach(cleanup);

const pack = (type: Service, more: Partial<OnSalePackage> = {}): OnSalePackage => ({
  type,
  category: 'HDB 4-room',
  label: 'Visit',
  pricingType: 'fixed',
  pricePerHour: 3000,
  hoursPerCleaner: 4,
  numCleaners: 1,
  price: 12_000,
  credits: 0,
  ...more,
});
const hours = pack('regular', { category: 'credit', hoursPerCleaner: 0, credits: 12 });

/** Every set of services, each sold for one size of home, with and without prepaid hours. */
const STATES = Array.from({ length: 2 ** SERVICES.length }, (_, set) => {
  const services = SERVICES.filter((_service, index) => set & (2 ** index));
  return [services.join(' and ') || 'nothing', services] as const;
});

const show = (items: readonly OnSalePackage[]) => {
  const answered = { isPending: false, isError: false, isSuccess: true, isFetching: false };
  const onSale = { ...answered, data: { items, total: items.length, from: 0, size: 200 }, refetch: vi.fn() };
  render(
    <MemoryRouter>
      <HomeHero site={undefined} onSale={onSale as unknown as Parameters<typeof HomeHero>[0]['onSale']} />
    </MemoryRouter>,
  );
};
const bookingLinks = () =>
  screen
    .queryAllByRole('link')
    .map((link) => link.getAttribute('href') ?? '')
    .filter((href) => SERVICES.some((service) => href.startsWith(bookingAddress(service))));

describe('the home page offers only what is sold', () => {
  it.each(STATES)('%s', (_name, services) => {
    const sold = [...services.map((service) => pack(service)), hours];
    show(sold);
    expect(screen.queryByText(siteTexts.en.notOnSale)).toBeNull();
    const doors = screen.queryAllByRole('radio', { name: /^(Regular|One-time|Spring|Moving)/ });
    expect(doors.map((door) => (door as HTMLInputElement).value)).toEqual(services);
    if (services.length === 0) {
      expect(bookingLinks()).toEqual([]);
      expect(screen.getByText(siteTexts.en.notYet)).toBeTruthy();
      return;
    }
    const usual = services.includes('one-time') ? 'one-time' : services[0];
    expect(doors.find((door) => (door as HTMLInputElement).checked)).toHaveProperty('value', usual);
    for (const service of services) {
      fireEvent.click(doors[services.indexOf(service)] as HTMLElement);
      for (const { key } of HOME_SIZES) {
        fireEvent.click(screen.getByRole('radio', { name: siteTexts.en.size[key] }));
        const isOffered = offerFor(sold, service, key) !== null;
        expect([service, key, bookingLinks()]).toEqual([
          service,
          key,
          isOffered ? [`${bookingAddress(service)}?home=${key}`] : [],
        ]);
      }
    }
  });
});
