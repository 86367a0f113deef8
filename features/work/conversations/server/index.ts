import type { Feature } from '#platform/server/feature.ts';
import { threadData } from './personal-data.ts';
import { routes } from './routes.ts';

/** What customers and the office write to each other about bookings. */
export const feature: Feature = {
  name: 'conversations',
  routes,
  personalData: { conversations: threadData },
};
