import { defineAction, MANAGERS } from '#platform/kernel/policy.ts';

export const manageWebhooks = defineAction('manage webhooks', MANAGERS);
