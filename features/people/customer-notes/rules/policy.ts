import { defineAction } from '#platform/kernel/policy.ts';

/** What the office notes about a customer, for itself alone. */
export const keepNotes = defineAction('keep notes on customers', { admin: 'any' });
