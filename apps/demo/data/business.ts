import type { BUSINESS_SETTINGS } from '#platform/server/business.ts';

/** Who the demo business is on its receipts. Its numbers have the right form and belong to nobody. */
export const business = {
  name: 'Kemas Home Cleaning Pte. Ltd.',
  address: '10 Example Street #03-21\nSingapore 209999',
  phone: '6000 0000',
  email: 'hello@kemas.example',
  uen: '199900000A',
  gstRegistered: true,
  gstNumber: 'M9-0000000-0',
} as const satisfies Partial<Record<keyof typeof BUSINESS_SETTINGS, string | boolean>>;
