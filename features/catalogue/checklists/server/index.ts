import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';

export { type ChecklistRow, itemsFor } from './item-record.ts';
export { createItem } from './save-item.ts';

/** Checklists of visits. */
export const feature: Feature = { name: 'checklists', routes };
