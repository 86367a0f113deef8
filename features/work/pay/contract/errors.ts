import { defineErrors } from '#platform/contract/errors.ts';

export const payErrors = defineErrors({
  not_draft: {
    status: 409,
    title: 'Already approved',
    detail: 'This month is approved. Reopen it before you change it.',
  },
  not_approved: {
    status: 409,
    title: 'Not approved',
    detail: 'This month is a draft. Approve it first.',
  },
  sheet_locked: {
    status: 409,
    title: 'Locked',
    detail: 'This month is locked and final. Correct it with an extra or a deduction in a later month.',
  },
  /** With `total` and `version` as they are now. */
  sheet_changed: {
    status: 409,
    title: 'The sheet has changed',
    detail: 'The sheet has changed since you opened it. Check it again, then approve it.',
  },
  month_not_over: {
    status: 409,
    title: 'The month is not over',
    detail: 'The month is not over yet. Approve it once its last day has passed.',
  },
  rates_missing: {
    status: 409,
    title: 'Pay rates are missing',
    detail: 'Some visits have no pay rate. Set a rate that is valid on their days first.',
  },
});
