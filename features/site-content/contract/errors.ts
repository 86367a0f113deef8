import { defineErrors } from '#platform/contract/errors.ts';

export const contentErrors = defineErrors({
  content_changed: {
    status: 409,
    title: 'Somebody changed this meanwhile',
    detail:
      'Somebody saved this part of the site while you were changing it. Look at theirs, then save yours.',
  },
  too_many_items: {
    status: 409,
    title: 'The list is full',
    detail: 'This list holds 200 entries. Delete one before you add another.',
  },
});
