import { DISPATCHERS, defineAction, OFFICE } from '#platform/kernel/policy.ts';

export const seeRequest = defineAction('see a contact request', OFFICE);
export const changeRequest = defineAction('change a contact request', DISPATCHERS);
