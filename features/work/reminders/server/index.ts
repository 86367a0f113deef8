import type { Feature } from '#platform/server/feature.ts';
import { purgeDecided } from './decided.ts';
import { reportEndedHolds, sweepHoldEndings } from './hold-endings.ts';
import { sweepVisitReminders } from './visit-reminders.ts';

/** Reminders of visits and of ending holds. */
export const feature: Feature = {
  name: 'reminders',
  sweeps: {
    'reminders:visits': sweepVisitReminders,
    'reminders:holds': sweepHoldEndings,
    'reminders:ended-holds': reportEndedHolds,
    'reminders:purge': purgeDecided,
  },
};
