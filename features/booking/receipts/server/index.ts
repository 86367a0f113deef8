import type { Feature } from '#platform/server/feature.ts';
import { receiptData } from './personal-data.ts';
import { routes } from './routes.ts';

/** Receipts as PDFs. */
export const feature: Feature = { name: 'receipts', routes, personalData: { receipts: receiptData } };

export { receiptLook, typeset } from './read-receipt.ts';
