import { t } from '#platform/web/i18n/office.ts';
import type { DispatchPlan, PlanHead } from '../../contract.ts';

export type PlannedVisit = DispatchPlan['visits'][number];

/** `Assign crews`, `If Mei Ling Lim is away` */
export function titleWords({ kind, away }: Pick<PlanHead, 'kind' | 'away'>): string {
  switch (kind) {
    case 'fill':
      return t('Assign crews');
    case 'improve':
      return t('Shorten travel');
    case 'cleaner-away':
      return t('If {{fullname}} is away', { fullname: away?.fullname ?? t('a cleaner') });
    case 'extra-cleaner':
      return t('With one more cleaner');
  }
}

export function peopleWords(people: readonly { readonly fullname: string }[]): string {
  return people.length === 0 ? 'nobody' : people.map(({ fullname }) => fullname).join(', ');
}

/** Whether a visit can be accepted together with others. A refused one is tried again by itself. */
export function isOpen({ after, outcome }: PlannedVisit): boolean {
  return after !== null && (outcome === null || outcome === 'undone');
}

/** What the plan brings: `2 more visits have a crew, 35 minutes less travel.` */
export function gainWords({ state, summary, visits }: DispatchPlan): string {
  if (state === 'failed') return t('The plan could not be calculated. Try again.');
  if (summary === null) return t('The plan was stopped before it had anything to propose.');
  if (visits.length === 0) return t('Nothing to change: this is the best plan found.');
  const { before, after } = summary;
  const familiar = visits.reduce((sum, visit) => sum + visit.familiar.length, 0);
  const parts = [
    countWords(before.incomplete - after.incomplete, [
      t('more visit has a crew'),
      t('more visits have a crew'),
    ]),
    countWords(familiar, [t('familiar cleaner'), t('familiar cleaners')]),
    countWords(before.rideMinutes - after.rideMinutes, [t('minute less travel'), t('minutes less travel')]),
    countWords(after.rideMinutes - before.rideMinutes, [t('minute more travel'), t('minutes more travel')]),
  ].filter((part) => part !== '');
  const left = countWords(after.incomplete, [t('visit still lacks a crew'), t('visits still lack a crew')]);
  if (parts.length === 0 && left === '') return t('The hours are fairer.');
  return [parts.join(', '), left]
    .filter(Boolean)
    .map((part) => `${part}.`)
    .join(' ');
}

function countWords(count: number, [one, many]: readonly [string, string]): string {
  if (count <= 0) return '';
  return `${count} ${count === 1 ? one : many}`;
}

/** Why nobody can come, by reason: `Does not work in this region: Aminah Osman, Siti Rahman.` */
export function obstacleWords({ obstacles }: PlannedVisit): string {
  const byReason = Map.groupBy(obstacles, ({ reason }) => reason);
  return [...byReason]
    .map(([reason, those]) => `${reason}: ${peopleWords(those.map(({ cleaner }) => cleaner))}.`)
    .join(' ');
}

/** What a change brings: `Saves 12 min of travel. The customer knows them.` */
export function gainOfVisit({ savedMinutes, familiar, after }: PlannedVisit): string {
  if (after === null) return '';
  const saved = savedMinutes > 0 ? t('Saves {{savedMinutes}} min of travel.', { savedMinutes }) : '';
  return [saved, familiar.length > 0 ? t('The customer knows them.') : ''].filter(Boolean).join(' ');
}

/** What became of it, or what it brings. */
export function outcomeWords(visit: PlannedVisit): string {
  const { outcome, reason } = visit;
  if (outcome === 'accepted') return t('Accepted.');
  if (outcome === 'refused') return t('Not accepted. {{reason}}', { reason });
  if (outcome === 'not-undone') return t('Not undone. {{reason}}', { reason });
  const gain = gainOfVisit(visit);
  return outcome === 'undone' ? t('Undone. {{gain}}', { gain }).trim() : gain;
}

/** How far it has been decided: `2 accepted, 1 left out.`; empty at first. */
export function decidedWords(visits: readonly PlannedVisit[], leftOut: number): string {
  const count = (outcome: PlannedVisit['outcome']) =>
    visits.filter((visit) => visit.outcome === outcome).length;
  const parts = [
    [count('accepted'), 'accepted'],
    [count('refused'), t('not accepted')],
    [count('undone'), 'undone'],
    [count('not-undone'), t('not undone')],
    [leftOut, t('left out')],
  ] as const;
  const words = parts.flatMap(([number, word]) => (number > 0 ? [`${number} ${word}`] : []));
  return words.length === 0 ? '' : `${words.join(', ')}.`;
}
