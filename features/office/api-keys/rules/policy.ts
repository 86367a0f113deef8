import { defineAction, OWNERS } from '#platform/kernel/policy.ts';

/** Never by an API key: none has the role of an owner. */
export const manageApiKeys = defineAction('manage API keys', OWNERS);
