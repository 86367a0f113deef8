import type { Feature } from '#platform/server/feature.ts';
import { freezeChecklist } from './checklist.ts';
import { photoData, purgePhotos } from './photos.ts';
import { routes } from './routes.ts';

export { tickChecklist } from './checklist.ts';
export { finishVisit, startVisit } from './clock.ts';
export { removeVisitRecords } from './photos.ts';
export { findRefusedWork, type RefusedWork } from './refused-actions.ts';
/** The interface for other features. */
export { addReview } from './visit-record.ts';

/** The day of the visit: clock, checklist, photos, review. */
export const feature: Feature = {
  name: 'visits',
  routes,
  onGoingAhead: { visits: freezeChecklist },
  personalData: { visits: photoData },
  cronJobs: { 'visits:photos': purgePhotos },
};
