import type { Feature } from '#platform/server/feature.ts';
import { languageData, languageOf } from './languages.ts';
import { routes } from './routes.ts';
import { write } from './write.ts';

/** What other features may call. */
export { type Announced, keysOf, messageTasks, wasTold } from './announce.ts';
export { languageOf } from './languages.ts';
export { reportsUrl, siteOf } from './site.ts';

/** What Kemas writes to people, and the log of it. */
export const feature: Feature = {
  name: 'messages',
  routes,
  messageWriter: { write, languageOf: (ctx, customerId) => languageOf(ctx, 'customer', customerId) },
  personalData: { messages: languageData },
};
