import { defineAction, MANAGERS } from '#platform/kernel/policy.ts';

export const seeFailedTasks = defineAction(
  'see failed background tasks, and try them again or drop them',
  MANAGERS,
);
