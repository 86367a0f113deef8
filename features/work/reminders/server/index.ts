import type { Feature } from '#platform/server/feature.ts';
import { notifyHoldEndings, reportEndedHolds } from './hold-endings.ts';
import { purgeDecided, queueVisitReminders } from './visit-reminders.ts';

export { removeReminders } from './visit-reminders.ts';

/** Reminders of visits and of ending holds. */
export const feature: Feature = {
  name: 'reminders',
  cronJobs: {
    'reminders:visits': queueVisitReminders,
    'reminders:holds': notifyHoldEndings,
    'reminders:ended-holds': reportEndedHolds,
    'reminders:purge': purgeDecided,
  },
};
