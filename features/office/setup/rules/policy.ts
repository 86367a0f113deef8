import { defineAction, MANAGERS } from '#platform/kernel/policy.ts';

export const setUpBusiness = defineAction('set up the business', MANAGERS);
/** Names of variables and errors of other companies, never secrets. */
export const testProviders = defineAction('see and test the services that Kemas uses', MANAGERS);
