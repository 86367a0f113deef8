import { type AttemptStatus, OPEN } from '#features/money/payments/rules/attempt.ts';

/** What the provider says became of a card that was to be kept. */
export type SetupNews = 'succeeded' | 'requires_action' | 'declined' | 'unknown';

/**
 * The one decision on what became of a card that is being kept, whoever brings the news and in whichever order. What is
 * closed stays closed: a card that was given up for another must not replace that one later.
 */
export function judgeSetup(
  status: AttemptStatus,
  news: SetupNews,
): 'nothing' | 'succeed' | 'ask' | 'fail' | 'wait' {
  if (!OPEN.includes(status)) return 'nothing';
  if (news === 'succeeded') return 'succeed';
  if (news === 'requires_action') return 'ask';
  if (news === 'declined') return 'fail';
  return status === 'requires_action' ? 'nothing' : 'wait';
}
