import type { Reason, SoftRule } from '../rules/diary.ts';
import type { VisitRequirements } from '../rules/visit-need.ts';

/** Why a cleaner is not available for a visit, as a sentence for the office. */
export function notFreeMessage(reason: Reason): string {
  return SENTENCES[reason];
}

/** The same with the cleaner's name: `Nur Aisyah Rahman does not work in this region.` */
export function cannotComeSentence(name: string, reason: Reason): string {
  return NAMED_SENTENCES[reason].replace('{name}', () => name);
}

type Wishes = Pick<VisitRequirements, 'gender' | 'language'>;

/** What the home of a visit wants, where a cleaner breaks this rule: `wants a woman`. */
export function wishInWords(rule: SoftRule, { gender, language }: Wishes): string {
  if (rule === 'gender') return `wants a ${gender === 'female' ? 'woman' : 'man'}`;
  if (rule === 'language') return `wants ${language}`;
  return rule === 'pets' ? 'has pets' : 'is in another region';
}

/** Someone is free, but breaks these rules: `No one who matches is free: the home wants a woman and has pets.` */
export function noMatchMessage(rules: readonly SoftRule[], wishes: Wishes): string {
  return `No one who matches is free: the home ${rules.map((rule) => wishInWords(rule, wishes)).join(' and ')}.`;
}

const SENTENCES: Readonly<Record<Reason, string>> = {
  gender: 'The customer prefers another gender.',
  language: 'Does not speak the preferred language.',
  pets: 'Does not work in homes with pets.',
  region: 'Does not work in this region.',
  'day-off': 'Does not work on this weekday.',
  'outside-hours': 'Outside working hours.',
  job: 'At another visit.',
  'time-off': 'Has time off.',
  block: 'Blocked by the office.',
  travel: 'Not enough time to travel between visits.',
  'long-day': 'Would work more than 12 hours that day.',
};

const NAMED_SENTENCES: Readonly<Record<Reason, string>> = {
  gender: 'The customer prefers a cleaner of another gender than {name}.',
  language: '{name} does not speak the preferred language.',
  pets: '{name} does not work in homes with pets.',
  region: '{name} does not work in this region.',
  'day-off': '{name} does not work on this weekday.',
  'outside-hours': '{name} does not work at this time of day.',
  job: '{name} is at another visit then.',
  'time-off': '{name} has time off then.',
  block: 'The office keeps this time free for {name}.',
  travel: '{name} would not have enough time to travel between visits.',
  'long-day': '{name} would work more than 12 hours that day.',
};
