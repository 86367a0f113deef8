import type { Feature } from '#platform/server/feature.ts';
import { declinedSetups } from './card-setups.ts';
import { cardData } from './personal-data.ts';
import { receiveSetup, recoverSetups } from './recover-setups.ts';
import { routes } from './routes.ts';

/** The card that a customer stores for later payments. */
export const feature: Feature = {
  name: 'cards',
  routes,
  personalData: { cards: cardData },
  cronJobs: { 'cards:setups': recoverSetups },
  paymentEvents: { setup_intent: receiveSetup },
  declinedCards: [declinedSetups],
};
