import { defineAction, MANAGERS, OFFICE } from '#platform/kernel/policy.ts';

export const seeSettings = defineAction('see the settings', OFFICE);
export const changeSettings = defineAction('change the settings', MANAGERS);
