import { defineAction } from '#platform/kernel/policy.ts';

/** Storing one's own card for later payments. */
export const keepCard = defineAction('keep a card', { customer: 'any' });
