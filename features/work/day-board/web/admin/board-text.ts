import { JOB_TYPE_NAMES } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { type Chip, chipOf } from '#features/work/jobs/web/office/job-labels.ts';
import { hours } from '#platform/web/amounts.ts';
import { dayInWords, timeOfDay } from '#platform/web/format.ts';
import { officeLanguage, t } from '#platform/web/i18n/office.ts';
import type { Span } from '../../rules/load.ts';
import { clockOf, type Ghost, type Part, type Row, type Stop } from '../../rules/rows.ts';

const MINUTE_MS = 60_000;

/** `9:30 am` */
export function timeText(minute: number): string {
  return timeOfDay(clockOf(minute % (24 * 60)), officeLanguage());
}

/** `9:30 am to 1:00 pm` */
export function spanText({ start, end }: Span): string {
  return t('{{time}} to {{time2}}', { time: timeText(start), time2: timeText(end) });
}

/** `Thursday 26 November` */
export function dayTitle(day: string): string {
  return dayInWords(day, officeLanguage(), { weekday: 'long', day: 'numeric', month: 'long' }).replace(
    ',',
    '',
  );
}

/** The first of an area’s names: `Hillview` of `Hillview, Dairy Farm, Bukit Panjang`. */
export function shortArea(area: string): string {
  return area.split(',')[0] ?? '';
}

/** `Adeline Foo, Novena` */
export function visitName({ customer, area }: Part['visit']): string {
  return area === '' ? customer.fullname : `${customer.fullname}, ${shortArea(area)}`;
}

export function rowName({ cleaner }: Row): string {
  return cleaner?.fullname ?? t('No crew');
}

/** The state of one cleaner’s part of a visit. */
export function partChip({ visit, member }: Part, now: Date): Chip {
  const stage =
    (member?.finishedAt && 'done') || (member?.startedAt && 'in-progress') || ('upcoming' as const);
  const lacksCrew = member === null || member.isMissing;
  // Other positions of the crew have their own parts.
  const chip = chipOf(
    { ...visit, numCleaners: visit.crew.length, cleaners: visit.crew, stage, lacksCrew },
    now,
  );
  if (chip.word !== 'Late') return chip;
  const minutes = Math.floor((now.getTime() - Date.parse(visit.startTime)) / MINUTE_MS);
  return { ...chip, word: t('Not started, {{minutes}} min', { minutes }) };
}

/** `1 of 2`; null for a single cleaner. */
export function positionText({ visit, position }: Part): string | null {
  return visit.numCleaners > 1
    ? t('{{position}} of {{numCleaners}}', { position: position + 1, numCleaners: visit.numCleaners })
    : null;
}

/** What a screen reader says of a part: everything that the block shows by colour, shape and icon. */
export function partLabel(part: Part, chip: Chip): string {
  const { visit, member } = part;
  const position = positionText(part);
  const facts = [
    visitName(visit),
    spanText(part),
    `${JOB_TYPE_NAMES[visit.jobType]}, ${hours(visit.hours, officeLanguage())}`,
    chip.word,
    position && t('cleaner {{position}}', { position }),
    member?.isMissing && t('{{fullname}} cannot come', { fullname: member.fullname }),
    part.isLeaving && t('would go to someone else'),
    visit.status === 'confirmed' && t('not paid yet'),
    visit.isFirst && t('first visit'),
    visit.hasPets && 'pets',
    hasNotes(part) && t('has notes'),
  ];
  return facts.filter(Boolean).join(', ');
}

export function hasNotes({ visit }: Part): boolean {
  return visit.specialRequests !== '' || visit.contactDetails !== '';
}

/** `Mei Ling Lim`, or `nobody` if the position is empty. */
export function holderText({ member }: Part): string {
  return member === null ? 'nobody' : member.fullname;
}

/** What a screen reader says of a ghost. */
export function ghostLabel({ part, isLeftOut, gain }: Ghost, row: Row): string {
  const who = t('{{rowName}} instead of {{holder}}', { rowName: rowName(row), holder: holderText(part) });
  const state = isLeftOut ? t('Left out') : t('Proposed');
  return [`${state}: ${visitName(part.visit)}, ${spanText(part)}, ${who}`, gain].filter(Boolean).join('. ');
}

/** What a screen reader says of any stop of a row. */
export function stopLabel(stop: Stop, row: Row, now: Date): string {
  if (stop.kind === 'ghost') return ghostLabel(stop.ghost, row);
  if (stop.kind === 'visit') return partLabel(stop.part, partChip(stop.part, now));
  if (row.cleaner === null) return t('Every visit has its crew');
  return `${stop.kind === 'free' ? t('Free') : awayText(row)}, ${spanText(stop)}`;
}

/** Why a cleaner without a shift or visit is not there. */
export function awayText({ off, shifts }: Row): string {
  const all = off.find(({ onlyJobType }) => onlyJobType === null);
  if (all === undefined) return shifts.length === 0 ? t('Day off') : t('Not at work');
  return offText(all);
}

/** `Time off`, `Blocked: training`, `Blocked for Spring` */
export function offText({ kind, description, onlyJobType }: Row['off'][number]): string {
  const what = kind === 'block' ? t('Blocked') : t('Time off');
  const whom =
    onlyJobType === null ? what : t('{{what}} for {{value}}', { what, value: JOB_TYPE_NAMES[onlyJobType] });
  return description === '' ? whom : `${whom}: ${description}`;
}
