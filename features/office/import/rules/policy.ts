import { defineAction, MANAGERS } from '#platform/kernel/policy.ts';

/** Managers: thousands of records at once, cleaners among them. */
export const importPeople = defineAction('import customers and cleaners', MANAGERS);
