import type { Feature } from '#platform/server/feature.ts';
import { purgeExports } from './exports.ts';
import { routes } from './routes.ts';
import { runExport, stopExports } from './run-export.ts';

export { describeArchive, importArchive } from './read-archive.ts';
export type { ArchiveProgress } from './write-archive.ts';
export { connectForArchive, exportArchive } from './write-archive.ts';

/** Exports of everything, in the background and for the command line. */
export const feature: Feature = {
  name: 'archive',
  routes,
  tasks: { 'write-archive': runExport },
  repeatableTasks: ['write-archive'],
  onStop: { archive: stopExports },
  cronJobs: { 'archive:purge': purgeExports },
};
