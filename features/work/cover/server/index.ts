import type { Feature } from '#platform/server/feature.ts';
import { closeAtStart, closeQuestions } from './cover-record.ts';
import { routes } from './routes.ts';
import { finishCover } from './start-cover.ts';

export { findReports } from './absence-record.ts';
export { removeFromCovers } from './cover-record.ts';
export { findOpenRequests } from './time-off-requests.ts';

/** Visits of a cleaner who cannot come. */
export const feature: Feature = {
  name: 'cover',
  routes,
  tasks: { 'finish-cover': finishCover },
  cronJobs: { 'cover:close-questions': closeAtStart },
  onChange: { cover: closeQuestions },
};
