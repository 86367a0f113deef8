import { defineAction, MANAGERS } from '#platform/kernel/policy.ts';

/** Public. */
export const seePackages = defineAction('see packages on sale', {
  anyone: 'any',
  customer: 'any',
  cleaner: 'any',
  admin: 'any',
});
export const seeEveryPackage = defineAction('see packages that are not on sale', { admin: 'any' });
export const changePackages = defineAction('change packages', MANAGERS);
