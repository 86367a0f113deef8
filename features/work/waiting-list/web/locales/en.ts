/** For customers. */
export const en = {
  title: 'Waiting list',
  intro: 'As soon as a time becomes free, we text you and keep it for you for half an hour.',
  what: '{{service}}, {{hours}}',
  place: '{{what}} · {{home}}',
  parts: { any: '{{day}}', morning: '{{day}}, morning', afternoon: '{{day}}, afternoon' },
  states: {
    waiting: 'Waiting',
    passed: 'Offer ended',
  },
  passedText: 'The time that we kept for you was not paid in time.',
  leave: 'Leave',
  leaveOf: 'Leave the waiting list for {{day}}',
  leaving: 'Leaving',
  left: 'You no longer wait for {{day}}.',
  failed: 'We could not load your waiting lists.',
  tryAgain: 'Try again',
  trying: 'Trying again',
} as const;
