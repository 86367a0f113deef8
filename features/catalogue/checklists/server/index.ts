import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';

export { type ChecklistRow, createItem, itemsFor } from './checklist-items.ts';

/** Checklists of visits. */
export const feature: Feature = { name: 'checklists', routes };
