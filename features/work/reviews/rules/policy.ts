import { defineAction, MANAGERS, OFFICE } from '#platform/kernel/policy.ts';

export const seeReviews = defineAction('see reviews', OFFICE);
export const decideReview = defineAction('decide whether a review is shown', MANAGERS);
