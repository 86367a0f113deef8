import type { Settings } from '#features/catalogue/settings/rules/settings.ts';
import { readSettings } from '#features/catalogue/settings/server/index.ts';
import type { Context } from '#platform/server/context.ts';
import { BOOKING_LIMITS, type BookingLimits } from '../rules/opening.ts';

/** The settings about booking times and travel time. */
export type TimeSettings = BookingLimits & Pick<Settings, 'travelBufferMinutes' | 'travelByDistance'>;

/** The names of these settings, for callers that read others with them. */
export const TIME_SETTINGS = [...BOOKING_LIMITS, 'travelBufferMinutes', 'travelByDistance'] as const;

export function readTimeSettings(ctx: Context): Promise<TimeSettings> {
  return readSettings(ctx, TIME_SETTINGS);
}
