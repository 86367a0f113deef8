import type { Feature } from '#platform/server/feature.ts';
import { CREDIT_MESSAGES } from '../texts/gift-mails.ts';
import { adjustCredits, forfeitCredits } from './adjust-credits.ts';
import { expireLots, remindOfExpiry } from './expire-lots.ts';
import { returnGifts } from './gifts.ts';
import { creditChecks } from './ledger-checks.ts';
import { findTiers } from './list-lots.ts';
import { purchasePayment } from './mark-purchase-paid.ts';
import { creditData } from './personal-data.ts';
import { refundToCredits } from './refund-hours.ts';
import { routes } from './routes.ts';

export { findExpiringHours, readHoursOwed } from './credits-left.ts';
export { holdCredits, type JobHours, returnCredits, spendCredits, worthOfJobHours } from './job-credits.ts';
export { addLot, findLots, isLotOf, keepDisputedHours, lockLots, type NewLot } from './lots.ts';
export type { MovementKind } from './move-hours.ts';
export { payPackage } from './pay-package.ts';
export { findPaidPurchase } from './purchases.ts';

export const feature: Feature = {
  name: 'credits',
  routes,
  paymentPurposes: { 'credit-package': purchasePayment },
  refundToCredits,
  customerCredits: { tiers: findTiers, adjust: adjustCredits, forfeit: forfeitCredits },
  messageKinds: CREDIT_MESSAGES,
  personalData: { credits: creditData },
  cronJobs: {
    'credits:return-gifts': returnGifts,
    'credits:expire': expireLots,
    'credits:remind': remindOfExpiry,
  },
  ledgerChecks: creditChecks,
};
