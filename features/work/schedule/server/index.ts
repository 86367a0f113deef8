import type { Feature } from '#platform/server/feature.ts';
import { lookUpPostals, narrowTravel } from './load-opening.ts';
import { diaryData } from './personal-data.ts';
import { routes } from './routes.ts';
import { timesOfCleaners } from './time-off-of-cleaner.ts';

/** The interface for other features. */
export {
  type AlternativesQuery,
  findAlternatives,
  findAlternativesOfAll,
  findTimesOfCrews,
} from './alternatives.ts';
export { planStarts, type VisitQuery } from './crew-diaries.ts';
export { loadDiaries } from './diaries.ts';
export { type DayStarts, findDayStarts } from './free-starts.ts';
export { findFreeStart } from './list-times.ts';
export {
  loadOpening,
  loadTravel,
  readTimeSettings,
  TIME_SETTINGS,
  type TimeSettings,
} from './load-opening.ts';
export {
  findAvailableHours,
  findWorkingCleaners,
  sumAvailableHours,
  type WorkingCleaner,
} from './load-roster.ts';
export { loadStaff, withRatings } from './load-staff.ts';
export { explainNamed, explainNobody } from './named-obstacles.ts';
export { holdSlots, releaseSlot, removeReleased, removeTimes, sumJobMinutes } from './occupation.ts';
export { findBestFits } from './suggest-cleaners.ts';
export { returnTime, slotConstraints, takeSlots, type VisitToTake } from './take-slots.ts';
export { timeOffSpans } from './time-off.ts';
export { addTimeOff, jobsBroken, removeTimeOff } from './time-off-of-cleaner.ts';
export { excludableJobs, usualCleanersOf } from './usual-cleaners.ts';

export const feature: Feature = {
  name: 'schedule',
  routes,
  cleanerTimes: timesOfCleaners,
  personalData: { schedule: diaryData },
  onSettings: { schedule: narrowTravel },
  cronJobs: { 'schedule:look-up-postals': lookUpPostals },
};
