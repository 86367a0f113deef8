import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';

export { addItem } from './items.ts';
export { saveBlock } from './save-block.ts';

/** What the office writes on the site. */
export const feature: Feature = { name: 'content', routes };
