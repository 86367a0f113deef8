import { defineTexts } from '#platform/web/i18n/texts.ts';

/** For customers. */
export const waitingTexts = defineTexts('waiting', {
  title: 'Waiting list',
  intro: 'As soon as a time becomes free, we text you and keep it for you for half an hour.',
  what: '{{service}}, {{hours}}',
  place: '{{what}} · {{home}}',
  parts: { any: '{{day}}', morning: '{{day}}, morning', afternoon: '{{day}}, afternoon' },
  states: {
    waiting: 'Waiting',
    offered: 'Time held',
    passed: 'Offer ended',
  },
  passedText: 'The time that we kept for you was not paid in time.',
  offeredText: 'A time is free, and we keep it for you. Pay for it above, or let the next person have it.',
  giveUp: 'No, thanks',
  giveUpOf: 'No, thanks: give up the time on {{day}}',
  rejoin: 'Keep waiting',
  rejoinOf: 'Keep waiting for {{day}}',
  rejoining: 'Joining',
  waitsAgain: 'You wait for {{day}} again.',
  leave: 'Leave',
  leaveOf: 'Leave the waiting list for {{day}}',
  leaving: 'Leaving',
  left: 'You no longer wait for {{day}}.',
  failed: 'We could not load your waiting lists.',
  tryAgain: 'Try again',
  trying: 'Trying again',
});
