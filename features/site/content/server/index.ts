import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';

export { saveBlock } from './blocks.ts';
export { addItem } from './items.ts';

/** The site content edited by the office. */
export const feature: Feature = { name: 'content', routes };
