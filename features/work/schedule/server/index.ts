import type { Feature } from '#platform/server/feature.ts';
import { timesOfCleaners } from './cleaner-times.ts';
import { lookUpPostals } from './look-up-postals.ts';
import { narrowTravel } from './narrow-travel.ts';
import { diaryData } from './personal-data.ts';
import { routes } from './routes.ts';

/** The interface for other features. */
export { type AlternativesQuery, findAlternatives, findAlternativesOfAll } from './alternatives.ts';
export { jobsBroken } from './cleaner-times.ts';
export { loadDiaries } from './diaries.ts';
export { findFreeButForOne } from './free-but-for-one.ts';
export { type DayStarts, findDayStarts } from './free-starts.ts';
export { listAvailable } from './list-available.ts';
export { loadOpening } from './load-opening.ts';
export { loadTravel } from './load-travel.ts';
export { explainNamed, explainNobody } from './named-obstacles.ts';
export { holdSlots, releaseSlot, removeReleased, sumJobMinutes } from './occupation.ts';
export { planStarts, type VisitQuery } from './plan-starts.ts';
export type { RankedFree } from './rank-free.ts';
export { returnTime } from './return-time.ts';
export { addTimeOff, removeTimeOff } from './single-time-off.ts';
export { suggestCleaners } from './suggest-cleaners.ts';
export { slotConstraints, takeSlots, type VisitToTake } from './take-slots.ts';
export { timeOffSpans } from './time-off.ts';
export { readTimeSettings, TIME_SETTINGS, type TimeSettings } from './time-settings.ts';
export { excludableJobs } from './usual-cleaners.ts';

export {
  findAvailableHours,
  findWorkingCleaners,
  sumAvailableHours,
  type WorkingCleaner,
} from './working-cleaners.ts';

export const feature: Feature = {
  name: 'schedule',
  routes,
  cleanerTimes: timesOfCleaners,
  personalData: { schedule: diaryData },
  onSettings: { schedule: narrowTravel },
  cronJobs: { 'schedule:look-up-postals': lookUpPostals },
};
