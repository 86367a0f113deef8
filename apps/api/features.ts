import type { Feature } from '#platform/server/feature.ts';

/** The business, lowest first. */
export const features: readonly Feature[] = [];
