/** The clock of the app that a worker's stories share. It only ever goes forward, as clocks do. */
import { moveSandboxClock, sandboxClock } from '#platform/contract/sandbox-calls.ts';
import { call } from './call.ts';

const ZONE = 'Asia/Singapore';
const TEN_AM = '10:00';

/** Lets it be ten in the morning of the next Monday: each file of stories has a week of its own. */
export async function goToNextMonday(): Promise<void> {
  const day = await today();
  await setClock(`${day.add({ days: 8 - day.dayOfWeek })}T${TEN_AM}:00+08:00`);
}

/** Sets the clock to a moment, ISO 8601 with offset. */
export async function setClock(now: string): Promise<void> {
  await call(moveSandboxClock, { body: { now } });
}

/** Minutes before (below zero) or after a moment, as the wire writes it. */
export function minutesFrom(moment: string, minutes: number): string {
  return Temporal.Instant.from(moment)
    .add({ minutes })
    .toZonedDateTimeISO(ZONE)
    .toString({ timeZoneName: 'never', smallestUnit: 'second' });
}

/** Days from the app's today on, as YYYY-MM-DD. */
export async function daysFromNow(...counts: readonly number[]): Promise<string[]> {
  const first = await today();
  return counts.map((days) => String(first.add({ days })));
}

async function today(): Promise<Temporal.PlainDate> {
  const { now } = await call(sandboxClock, {});
  return Temporal.Instant.from(now).toZonedDateTimeISO(ZONE).toPlainDate();
}
