import type { Settings } from '#features/catalogue/settings/rules/settings.ts';
import { readSettings } from '#features/catalogue/settings/server/index.ts';
import type { Context } from '#platform/server/context.ts';
import { BOOKING_LIMITS, type BookingLimits } from '../rules/opening.ts';

/** What the office has set about times, and about the ride between them. */
export type TimeSettings = BookingLimits & Pick<Settings, 'travelBufferMinutes'>;

/** The names of these settings, for those who read others along with them. */
export const TIME_SETTINGS = [...BOOKING_LIMITS, 'travelBufferMinutes'] as const;

export function readTimeSettings(ctx: Context): Promise<TimeSettings> {
  return readSettings(ctx, TIME_SETTINGS);
}
