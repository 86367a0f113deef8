import type { Feature } from '#platform/server/feature.ts';
import { purgeDecided } from './decided.ts';
import { sweepHoldEndings } from './hold-endings.ts';
import { sweepSeriesEndings } from './series-endings.ts';
import { sweepVisitReminders } from './visit-reminders.ts';

/** What a moment asks for: reminders, last calls, renewal offers. */
export const feature: Feature = {
  name: 'reminders',
  sweeps: {
    'reminders:visits': sweepVisitReminders,
    'reminders:holds': sweepHoldEndings,
    'reminders:series': sweepSeriesEndings,
    'reminders:purge': purgeDecided,
  },
};
