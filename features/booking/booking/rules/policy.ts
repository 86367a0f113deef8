import { DISPATCHERS, defineAction } from '#platform/kernel/policy.ts';

export const askPrice = defineAction('ask for a price', { anyone: 'any', customer: 'any', admin: 'any' });
export const book = defineAction('book a clean', { customer: 'customer' });
export const bookForOthers = defineAction('book for a customer', DISPATCHERS);
