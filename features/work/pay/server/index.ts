import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';
import { lockPayMonth, whyHoursAreFixed } from './sheet-row.ts';

export { approveSheet, lockSheet } from './change-sheet.ts';
export { addExtra } from './extras.ts';
export { saveRate } from './rates.ts';
export { listSheets, readSheet } from './read-sheet.ts';

/** Hours of a month per cleaner, and the pay sheet. */
export const feature: Feature = {
  name: 'pay',
  routes,
  payMonths: { pay: { lock: lockPayMonth, whyHoursAreFixed } },
};
