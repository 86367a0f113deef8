import type { z } from 'zod';
import {
  type Recurrence,
  type SeriesDate,
  type SeriesException,
  seriesDates,
  seriesStarts,
  type WrongException,
  whyWrongException,
} from '#features/work/schedule/rules/recurrence.ts';
import { readInstant } from '#platform/kernel/business-time.ts';
import { type Refusal, refuseField } from '#platform/kernel/refusal.ts';
import type { quoteJob } from '../contract.ts';

type Dated = Pick<z.output<typeof quoteJob.body>, 'startTime' | 'recurrence'>;

export function recurrenceOf({ recurrence }: Pick<Dated, 'recurrence'>): Recurrence | null {
  return recurrence ? { interval: recurrence.interval, count: recurrence.count } : null;
}

/** All dates of a booking, earliest first: one without a recurrence, none without a start. */
export function datesOf(body: Dated, zone: string): SeriesDate[] | Refusal<'invalid'> {
  const sent = body.recurrence?.exceptions ?? [];
  if (body.startTime === undefined) {
    return sent.length === 0 ? [] : refuseField('startTime', 'Enter the first date of the series.');
  }
  const first = instantOf(body.startTime, zone);
  const starts = seriesStarts(first, recurrenceOf(body), zone);
  const exceptions = sent.map(
    ({ startTime, instead }): SeriesException => ({
      seriesDate: instantOf(startTime, zone),
      instead: instead === null ? null : instantOf(instead, zone),
    }),
  );
  const wrong = whyWrongException(starts, exceptions, zone);
  if (wrong === null) return seriesDates(starts, exceptions);
  return refuseField(`recurrence.exceptions.${wrong.index}`, MESSAGES[wrong.why]);
}

const MESSAGES: Readonly<Record<WrongException, string>> = {
  'no-such-date': 'The series has no visit at this time.',
  twice: 'This date was changed twice.',
  'out-of-order': 'Pick a day between the visit before and the one after.',
  'nothing-left': 'Keep at least one visit.',
};

/** Parses a moment that the contract has validated. */
function instantOf(moment: string, zone: string): Temporal.Instant {
  const instant = readInstant(moment, zone);
  if (instant === null) throw new Error(`Invalid moment: ${moment}.`);
  return instant;
}
