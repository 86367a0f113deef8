import { defineAction, OWNERS } from '#platform/kernel/policy.ts';

/** Owners: everything leaves the company at once. */
export const exportEverything = defineAction('export everything', OWNERS);
