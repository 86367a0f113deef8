import type { Candidate } from '#features/work/jobs/web/office/crew-plan.ts';
import { isWithinOpening } from '#features/work/schedule/rules/opening.ts';
import { t } from '#platform/web/i18n/office.ts';
import type { Span } from '../../rules/load.ts';
import { EXTRA } from '../../rules/proposal.ts';
import { type Part, type Row, type Target, TRAY } from '../../rules/rows.ts';
import { shortArea, spanText, timeText } from './board-text.ts';

/** Whether a visit fits where it is held: `soft` if only preferences of home and cleaner are against it. */
export interface DropCheck {
  readonly verdict: 'same' | 'checking' | 'fits' | 'soft' | 'no';
  readonly sentence: string;
}

export interface DropQuestion {
  readonly target: Target;
  /** The row where it is held. */
  readonly row: Row;
  /** Every cleaner at that time, as the server answers for a booking; undefined until it has answered. */
  readonly answers: ReadonlyMap<string, Candidate> | undefined;
  readonly opening: Span;
  /** The minute of the day that has passed; 0 for a later day. */
  readonly past: number;
}

const no = (sentence: string): DropCheck => ({ verdict: 'no', sentence });

/** Why a visit fits there or does not, by the same rule as a booking. */
export function checkDrop({ target, row, answers, opening, past }: DropQuestion): DropCheck {
  const { part, start } = target;
  const moves = start !== part.start;
  if (row.id === part.member?.id && !moves && !part.member.isMissing)
    return { verdict: 'same', sentence: t('This is where it is now.') };
  if (row.id === TRAY) {
    const hasCleaner = part.member !== null && !part.member.isMissing;
    return no(
      hasCleaner ? t('A booked visit keeps a cleaner. Drop it on someone else.') : t('Choose a cleaner.'),
    );
  }
  if (row.id === EXTRA) return no(t('Does not work here yet.'));
  if (moves && start < past) return no(t('This time has passed.'));
  const end = start + part.end - part.start;
  const hours = { opensAtMinute: opening.start, closesAtMinute: opening.end };
  if (moves && !isWithinOpening(start, end - start, hours))
    return no(t('Visits are from {{span}}.', { span: spanText(opening) }));
  const { crew } = part.visit;
  if (crew.some(({ id }, index) => id === row.id && index !== part.position))
    return no(t('Already in this crew.'));
  if (answers === undefined) return { verdict: 'checking', sentence: t('Checking.') };
  const stuck = moves && crew.find(({ id }, index) => index !== part.position && !answers.get(id)?.free);
  if (stuck) return no(t('{{fullname}} of this crew is not free.', { fullname: stuck.fullname }));
  return checkOwnRow(row, { part, start, end }, answers.get(row.id));
}

interface Slot {
  readonly part: Part;
  readonly start: number;
  readonly end: number;
}

function checkOwnRow(row: Row, slot: Slot, answer: Candidate | undefined): DropCheck {
  if (answer === undefined) return no(t('Does not work here any more.'));
  if (answer.free) return { verdict: 'fits', sentence: fitsSentence(row, slot) };
  const { code = '', detail = t('Not free.'), canOverride = false } = answer.reason ?? {};
  if (canOverride) return { verdict: 'soft', sentence: detail };
  return no(whySentence(row, slot, code) ?? detail);
}

/** `Fits, 60 min after Bishan.` */
function fitsSentence(row: Row, slot: Slot): string {
  const { before, after } = neighbours(row, slot);
  if (before !== undefined)
    return t('Fits, {{start}} min after {{where}}.', {
      start: slot.start - before.end,
      where: whereOf(before),
    });
  if (after !== undefined)
    return t('Fits, {{start}} min before {{where}}.', {
      start: after.start - slot.end,
      where: whereOf(after),
    });
  return t('Fits.');
}

/** The reason with the visit that is in the way, if the board shows it. */
function whySentence(row: Row, slot: Slot, code: string): string | null {
  if (code === 'job') {
    const other = others(row, slot).find(({ start, end }) => start < slot.end && slot.start < end);
    return other
      ? t('At {{where}} until {{time}}.', { where: whereOf(other), time: timeText(other.end) })
      : null;
  }
  if (code !== 'travel') return null;
  const { before, after } = neighbours(row, slot);
  const [ahead, behind] = [
    before ? slot.start - before.end : Infinity,
    after ? after.start - slot.end : Infinity,
  ];
  const near = ahead <= behind ? before : after;
  if (near === undefined) return null;
  const way = near === before ? 'after' : 'before';
  return t('Too close: {{min}} min {{way}} {{where}}.', {
    min: Math.min(ahead, behind),
    way,
    where: whereOf(near),
  });
}

function others({ parts }: Row, { part }: Slot): readonly Part[] {
  return parts.filter(({ visit }) => visit.jobID !== part.visit.jobID);
}

function neighbours(row: Row, slot: Slot) {
  const rest = others(row, slot);
  return {
    before: rest.findLast(({ end }) => end <= slot.start),
    after: rest.find(({ start }) => start >= slot.end),
  };
}

function whereOf({ visit }: Part): string {
  return shortArea(visit.area) || visit.customer.fullname;
}
