import { defineAction } from '#platform/kernel/policy.ts';

/** By name, and by how well they fit a visit. */
export const suggestCleaners = defineAction('be suggested cleaners', { admin: 'any', customer: 'any' });
