import type { Settings } from '#features/catalogue/settings/rules/settings.ts';

/** The demo business on its receipts. Its numbers are valid in form and belong to nobody. */
export const business = {
  businessName: 'Kemas Home Cleaning Pte. Ltd.',
  businessAddress: '10 Example Street #03-21\nSingapore 209999',
  businessPhone: '6000 0000',
  businessEmail: 'hello@kemas.example',
  uen: '199900000A',
  gstRegistered: true,
  gstNumber: 'M9-0000000-0',
} as const satisfies Partial<Settings>;
