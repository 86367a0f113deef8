import type { Feature } from '#platform/server/feature.ts';
import { languageData, languageOf } from './languages.ts';
import { routes } from './routes.ts';
import { purgeShortLinks } from './short-links.ts';
import { write } from './write.ts';

export { reportsUrl } from './delivery-reports.ts';
export { translationsFor } from './languages.ts';
export { countUndelivered, findUndelivered } from './list-messages.ts';
/** Public API for other features. */
export {
  keysOf,
  lastTold,
  messageTasks,
  type PreviewWriter,
  type PublishedMessage,
  previewWriter,
  wasTold,
} from './write.ts';

/** Message templates, sending, and the message log. */
export const feature: Feature = {
  name: 'messages',
  routes,
  cronJobs: { 'messages:short-links': purgeShortLinks },
  messageWriter: { write, languageOf: (ctx, customerID) => languageOf(ctx, 'customer', customerID) },
  personalData: { messages: languageData },
};
