import { defineAction } from '#platform/kernel/policy.ts';

/** A card for later payments, one's own. */
export const keepCard = defineAction('keep a card', { customer: 'any' });
