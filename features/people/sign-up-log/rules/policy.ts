import { defineAction } from '#platform/kernel/policy.ts';

export const seeSignUpLog = defineAction('see the sign-up log', { admin: 'any' });
