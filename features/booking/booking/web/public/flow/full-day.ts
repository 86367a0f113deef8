import { fullnessOf, stateOfDay } from '#features/work/schedule/web/parts/times.ts';
import { type Draft, NO_TIME } from './draft.ts';
import type { Flow } from './use-flow.ts';
import type { TimeChoice } from './use-time-choice.ts';

/**
 * The open day, if it is full and may be waited for. Nobody waits for a series, which has many days, or for a day on which
 * nobody works.
 */
export function fullDay({ days = [], day }: TimeChoice, { service }: Flow): string | null {
  const open = days.find((one) => one.date === day);
  if (service.recurs || open === undefined || open.closed !== null) return null;
  return stateOfDay(fullnessOf(open)) === 'full' ? open.date : null;
}

/** The draft of a customer who waits for a day: the part of the day is asked at the end. */
export function waitingFor(date: string): Partial<Draft> {
  return { ...NO_TIME, waitFor: { date, part: 'any' } };
}
