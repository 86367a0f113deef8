import { defineErrors } from '#platform/contract/errors.ts';

export const contentErrors = defineErrors({
  content_changed: {
    status: 409,
    title: 'Someone else has changed this',
    detail: 'Your text is still here but cannot be saved. Copy what you need, then load their version.',
  },
  too_many_items: {
    status: 409,
    title: 'The list is full',
    detail: 'This list holds 200 entries. Delete one before you add another.',
  },
});
