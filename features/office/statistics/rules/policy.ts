import { defineAction, MONEY_READERS } from '#platform/kernel/policy.ts';

export const seeOwnerStatistics = defineAction('see what the business earns, takes and owes', MONEY_READERS);
