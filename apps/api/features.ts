import { feature as checklists } from '#features/checklists/server/index.ts';
import { feature as packages } from '#features/packages/server/index.ts';
import { feature as payments } from '#features/payments/server/index.ts';
import type { Feature } from '#platform/server/feature.ts';

/** The business, lowest first. */
export const features: readonly Feature[] = [packages, checklists, payments];
