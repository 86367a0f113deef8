import { type AttemptStatus, OPEN } from '#features/money/payments/rules/attempt.ts';

/** The provider's status of a card setup. */
export type SetupNews = 'succeeded' | 'requires_action' | 'declined' | 'unknown';

/**
 * The only decision on the outcome of a card setup, whatever the source and order of the reports. A closed
 * setup stays closed: a card that was superseded must not replace its successor later.
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
