import { date } from '#platform/web/format.ts';
import { type Pair, pairsOf } from '#platform/web/i18n/pair.ts';
import { defineTexts } from '#platform/web/i18n/texts.ts';
import type { Absence } from '../../contract/absences.ts';

const texts = defineTexts('cleanerAbsence', {
  cannotCome: 'I cannot come',
  until: 'Until when?',
  onlyToday: 'Only today',
  longer: 'Longer',
  lastDay: 'Last day',
  why: 'Why?',
  next: 'Next',
  back: 'Back',
  close: 'Close',
  whatHappens: 'What happens now',
  told: 'The office is told at once.',
  othersCome: 'The office takes care of your jobs. You do not need to call your customers.',
  atWork: 'If you are at a job now, clock out first.',
  takeBack: 'You can take it back until the office has acted.',
  send: 'Tell the office',
  sending: 'Telling the office',
  received: 'We have been told.',
  receivedSick: 'We have been told. Get well.',
  covered: 'The office is taking care of your jobs.',
  canCome: 'I can come',
  takingBack: 'Telling the office',
  takenBack: 'Taken back. Your jobs stay as they are.',
  noSignal: 'No signal. The office has not been told. Please call.',
  unsure: 'No signal. We do not know whether the office has been told. Please call.',
  notSent: 'That did not work. The office has not been told. Try again, or call.',
  otherDay: 'You have told us already, until another day. Take that back first, or call.',
  hasActed: 'The office has already acted. Please call.',
  call: 'Call office',
  again: 'Try again',
  reason: {
    sick: 'Sick',
    family: 'Family',
    other: 'Something else',
  },
  untilTomorrow: 'Until tomorrow, {{day}}',
  notBooked: 'Nobody can book you until the end of {{day}}.',
  awayUntil: 'You cannot come until the end of {{day}}.',
});

/** A text about not being able to come. */
export const absenceWord = pairsOf(texts);

/** `Until tomorrow, Fri 27 Nov` */
export function untilTomorrow(day: string): Pair {
  return absenceWord('untilTomorrow', (language) => ({ day: date(day, language) }));
}

/** `Nobody can book you until the end of Fri 27 Nov.` */
export function notBooked(lastDay: string): Pair {
  return absenceWord('notBooked', (language) => ({ day: date(lastDay, language) }));
}

/** `You cannot come until the end of Fri 27 Nov.` */
export function awayUntil({ until }: Pick<Absence, 'until'>): Pair {
  return absenceWord('awayUntil', (language) => ({ day: date(until, language) }));
}
