import type { Feature } from '#platform/server/feature.ts';
import { closeAtStart, closeQuestions } from './close-questions.ts';
import { finishCover } from './finish-cover.ts';
import { routes } from './routes.ts';

export { findReplacements } from './cover-options.ts';
export { findReports } from './find-reports.ts';
export { findOpenRequests } from './time-off-requests.ts';

/** Visits of a cleaner who cannot come. */
export const feature: Feature = {
  name: 'cover',
  routes,
  tasks: { 'finish-cover': finishCover },
  cronJobs: { 'cover:close-questions': closeAtStart },
  onChange: { cover: closeQuestions },
};
