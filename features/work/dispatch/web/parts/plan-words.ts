import type { DispatchPlan } from '../../contract.ts';

type Visit = DispatchPlan['visits'][number];

export function peopleWords(people: readonly { readonly fullname: string }[]): string {
  return people.length === 0 ? 'nobody' : people.map(({ fullname }) => fullname).join(', ');
}

/** The visits that can still be accepted. */
export function openJobs({ visits }: Pick<DispatchPlan, 'visits'>): string[] {
  return visits
    .filter(({ after, outcome }) => after !== null && outcome !== 'accepted')
    .map(({ jobID }) => jobID);
}

/** What the plan brings: `2 more visits have a crew, 35 minutes less travel.` */
export function gainWords({ state, summary, visits }: DispatchPlan): string {
  if (state === 'failed') return 'The plan could not be calculated. Try again.';
  if (summary === null) return 'The plan was stopped before it had anything to propose.';
  if (visits.length === 0) return 'Nothing to change: this is the best plan found.';
  const { before, after } = summary;
  const parts = [
    countWords(before.incomplete - after.incomplete, ['more visit has a crew', 'more visits have a crew']),
    countWords(before.rideMinutes - after.rideMinutes, ['minute less travel', 'minutes less travel']),
    countWords(after.rideMinutes - before.rideMinutes, ['minute more travel', 'minutes more travel']),
    countWords(before.unfamiliar - after.unfamiliar, ['more familiar face', 'more familiar faces']),
  ].filter((part) => part !== '');
  const text = parts.length === 0 ? 'The hours are fairer' : parts.join(', ');
  return `${text}.${after.incomplete > 0 ? ` ${after.incomplete} without a crew.` : ''}`;
}

function countWords(count: number, [one, many]: readonly [string, string]): string {
  if (count <= 0) return '';
  return `${count} ${count === 1 ? one : many}`;
}

/** What became of it, or what it saves. */
export function outcomeWords({ outcome, reason, savedMinutes, familiar, after }: Visit): string {
  if (outcome === 'accepted') return 'Accepted.';
  if (outcome === 'undone') return 'Undone.';
  if (outcome !== null) return reason;
  if (after === null) return '';
  const saved = savedMinutes > 0 ? `Saves ${savedMinutes} min of travel.` : '';
  return [saved, familiar.length > 0 ? 'The customer knows them.' : ''].filter(Boolean).join(' ');
}
