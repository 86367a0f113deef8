import type { Feature } from '#platform/server/feature.ts';
import { threadData } from './personal-data.ts';
import { routes } from './routes.ts';

export { countUnanswered, findUnanswered } from './list-unanswered.ts';
export { removeThread } from './remove-thread.ts';

/** Messages between customers and the office about bookings. */
export const feature: Feature = {
  name: 'conversations',
  routes,
  personalData: { conversations: threadData },
};
