/** Exports of everything into one ZIP file (docs/archive.md). */

import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors, pick } from '#platform/contract/errors.ts';
import { streamedFileReply } from '#platform/contract/file.ts';
import { id, idParams, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import * as policy from './rules/policy.ts';

const errors = defineErrors({
  export_running: {
    status: 409,
    title: 'An export is running',
    detail: 'An export is running already. Wait until it is done, or cancel it.',
  },
  export_ended: {
    status: 409,
    title: 'The export has ended',
    detail: 'This export has ended already.',
  },
  export_gone: {
    status: 409,
    title: 'There is no file',
    detail: 'This export has no file, or no longer. Start a new export.',
  },
});

const count = z.int().nonnegative();

export const archiveExport = z.strictObject({
  id,
  /** `removed`: it was done, and its file has been deleted. */
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled', 'removed']),
  /** The file in the archive that is being written: `records/job.csv`. */
  path: z.string(),
  rows: count,
  ofRows: count,
  pictures: count,
  ofPictures: count,
  /** Of the file so far. */
  bytes: count,
  /** Why it failed; otherwise empty. */
  failure: z.string(),
  /** The admin who started it. */
  by: z.string(),
  createdAt: wireMoment,
  endedAt: wireMoment.nullable(),
  /** When the file is deleted; null if there is none. */
  removedAt: wireMoment.nullable(),
});
export type ArchiveExport = z.output<typeof archiveExport>;

export const listExports = defineCall({
  method: 'GET',
  path: '/archive-exports',
  ...openTo(policy.exportEverything),
  summary: 'The latest 20 exports of everything, newest first.',
  reply: z.strictObject({ items: z.array(archiveExport) }),
});

export const startExport = defineCall({
  method: 'POST',
  path: '/archive-exports',
  ...openTo(policy.exportEverything),
  summary: 'Starts an export of everything in the background; refused while one is running.',
  reply: archiveExport,
  status: 201,
  errors: pick(errors, 'export_running'),
  idempotent: true,
});

export const cancelExport = defineCall({
  method: 'POST',
  path: '/archive-exports/:id/cancel',
  ...openTo(policy.exportEverything),
  summary: 'Cancels an export that is running; nothing remains of its file.',
  params: idParams,
  reply: archiveExport,
  errors: pick(errors, 'export_ended'),
});

export const downloadExport = defineCall({
  method: 'GET',
  path: '/archive-exports/:id/file',
  ...openTo(policy.exportEverything),
  summary: 'The ZIP file of an export, for a day after it is done.',
  params: idParams,
  reply: streamedFileReply,
  produces: 'application/zip',
  errors: pick(errors, 'export_gone'),
});
