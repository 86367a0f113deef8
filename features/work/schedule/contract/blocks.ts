/** Block bookings: time that the office keeps free of visits for many cleaners at once. */
import { z } from 'zod';
import { jobType } from '#features/catalogue/packages/contract.ts';
import { timeOffFields } from '#features/people/cleaners/cleaner-shapes.ts';
import { defineCall } from '#platform/contract/call.ts';
import { day, id, idParams, listQuery, listReply, wireMoment } from '#platform/contract/schemas.ts';
import { trashed } from '#platform/contract/trash.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { manageBlocks } from '../rules/policy.ts';

/** '' blocks all visits, a kind only visits of that kind. */
const keptAway = z.union([jobType, z.literal('')]);
const cleanerType = z.enum(['all', 'selected'], { error: 'Choose all or selected.' });

export const block = z.object({
  id,
  /** `YYYY-MM-DD HH:mm:ss` in business time. */
  startTime: z.string(),
  endTime: z.string(),
  description: z.string(),
  jobType: keptAway,
  cleanerType,
  /** The cleaners it applies to, including trashed ones; with `all`, everyone, including cleaners who join later. */
  cleanerIDs: z.array(id),
  trash: trashed,
  createdAt: wireMoment,
});
export type Block = z.output<typeof block>;

export const listBlocks = defineCall({
  method: 'GET',
  path: '/cleaners/list-block-booking',
  ...openTo(manageBlocks),
  summary: 'Block bookings, latest first; removed ones with `trash`. The from and to days are inclusive',
  query: listQuery(['startTime', 'endTime', 'description', 'jobType', 'createdAt'], {
    from_date: day.optional(),
    to_date: day.optional(),
  }),
  reply: listReply(block),
  streamed: true,
});

const sentBlock = z.object({
  ...timeOffFields,
  cleanerType: cleanerType.default('selected'),
  cleanerIDs: z
    .array(id)
    .max(5000)
    .transform((ids) => [...new Set(ids)])
    .default([]),
  jobType: keptAway.nullable().default(''),
});
export type SentBlock = z.output<typeof sentBlock>;

/** Booked visits stay unchanged and are returned as conflicts. */
export const createBlocks = defineCall({
  method: 'POST',
  path: '/cleaners/block-booking',
  ...openTo(manageBlocks),
  summary: 'Blocks times for all or some cleaners; replies with the visits already booked in them',
  body: z.strictObject({ unavailable_dates: z.array(sentBlock).min(1).max(100) }),
  reply: z.object({
    /** The number of block bookings created. */
    created: z.int(),
    conflicts: z.array(z.object({ cleanerID: id, jobID: id, startTime: wireMoment })),
  }),
  idempotent: true,
});

export const removeBlock = defineCall({
  method: 'POST',
  path: '/cleaners/block-booking/:id/delete',
  ...openTo(manageBlocks),
  summary: 'Removes a block booking and frees its time',
  params: idParams,
  reply: block,
});
