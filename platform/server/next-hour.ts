import type { Services } from './context.ts';

/** When a public demo starts afresh: the next full hour of the business's clock. */
export function startOfNextHour({
  clock,
  config,
}: Pick<Services, 'clock' | 'config'>): Temporal.ZonedDateTime {
  return clock
    .now()
    .toZonedDateTimeISO(config.BUSINESS_TZ)
    .add({ hours: 1 })
    .round({ smallestUnit: 'hour', roundingMode: 'floor' });
}
