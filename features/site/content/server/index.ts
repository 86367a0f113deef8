import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';

export { addItem } from './items.ts';
export { saveBlock } from './save-block.ts';

/** The site content edited by the office. */
export const feature: Feature = { name: 'content', routes };
