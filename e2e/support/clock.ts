/** The app's clock, shared by the tests of a worker. It can only move forward. */
import { moveSandboxClock, sandboxClock } from '#platform/contract/sandbox-calls.ts';
import { call } from './call.ts';

const ZONE = 'Asia/Singapore';
const TEN_AM = '10:00';

/** Moves the clock to 10:00 on the next Monday: each test file has its own week. */
export async function goToNextMonday(): Promise<void> {
  const day = await today();
  await setClock(`${day.add({ days: 8 - day.dayOfWeek })}T${TEN_AM}:00+08:00`);
}

/** Sets the clock, ISO 8601 with offset. */
export async function setClock(now: string): Promise<void> {
  await call(moveSandboxClock, { body: { now } });
}

/** Moves the clock forward; what waits in the queue comes nearer too. */
export async function passMinutes(minutes: number): Promise<void> {
  await call(moveSandboxClock, { body: { advance: minutes * 60 } });
}

/** A time in wire format, this many minutes after another one (negative: before). */
export function minutesFrom(moment: string, minutes: number): string {
  return Temporal.Instant.from(moment)
    .add({ minutes })
    .toZonedDateTimeISO(ZONE)
    .toString({ timeZoneName: 'never', smallestUnit: 'second' });
}

/** Days counted from the app's current day, as YYYY-MM-DD. */
export async function daysFromNow(...counts: readonly number[]): Promise<string[]> {
  const first = await today();
  return counts.map((days) => String(first.add({ days })));
}

async function today(): Promise<Temporal.PlainDate> {
  const { now } = await call(sandboxClock, {});
  return Temporal.Instant.from(now).toZonedDateTimeISO(ZONE).toPlainDate();
}
