import type { Feature } from '#platform/server/feature.ts';
import { purgeEntries } from './entries.ts';
import { endOffers, endWaiting } from './entry-outcomes.ts';
import { offerFreedTime } from './offer-day.ts';
import { waitingData } from './personal-data.ts';
import { offerDueDays, offerFreed } from './publish-days.ts';
import { routes } from './routes.ts';

/** For the feature that holds bookings. */
export type { HoldOffer } from './offer-day.ts';

/** Customers who wait for a full day. */
export const feature: Feature = {
  name: 'waiting-list',
  routes,
  tasks: { 'offer-freed-time': offerFreedTime },
  cronJobs: { 'waiting-list:offer': offerDueDays, 'waiting-list:purge': purgeEntries },
  onTimeFreed: { 'waiting-list': offerFreed },
  onSettings: { 'waiting-list': (tx) => offerFreed(tx, null) },
  onHoldEnded: { 'waiting-list': endOffers },
  onGoingAhead: { 'waiting-list': endWaiting },
  personalData: { 'waiting-list': waitingData },
};
