/** Block bookings: time that the office keeps free of visits for many cleaners at once. */
import { z } from 'zod';
import { jobType } from '#features/catalogue/packages/contract.ts';
import { timeOffFields } from '#features/people/cleaners/cleaner-shapes.ts';
import { defineCall } from '#platform/contract/call.ts';
import { day, id, idParams, listQuery, listReply, wireMoment } from '#platform/contract/schemas.ts';
import { trashed } from '#platform/contract/trash.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { keepBlocks } from '../rules/policy.ts';

/** '' keeps all visits away, a kind only those. */
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
  /** Whom it holds for, trashed ones too; with `all` everybody, whoever joins later too. */
  cleanerIDs: z.array(id),
  trash: trashed,
  createdAt: wireMoment,
});
export type Block = z.output<typeof block>;

export const listBlocks = defineCall({
  method: 'GET',
  path: '/cleaners/list-block-booking',
  ...openTo(keepBlocks),
  summary: 'Block bookings, the latest first; removed ones with `trash`. From and to a day, both included',
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

/** Booked visits stay as they are, and are told as conflicts. */
export const createBlocks = defineCall({
  method: 'POST',
  path: '/cleaners/block-booking',
  ...openTo(keepBlocks),
  summary: 'Keeps times free of visits, for all cleaners or for some; replies with the visits booked in them',
  body: z.strictObject({ unavailable_dates: z.array(sentBlock).min(1).max(100) }),
  reply: z.object({
    /** How many block bookings were made. */
    created: z.int(),
    conflicts: z.array(z.object({ cleanerID: id, jobID: id, startTime: wireMoment })),
  }),
  idempotent: true,
});

export const removeBlock = defineCall({
  method: 'POST',
  path: '/cleaners/block-booking/:id/delete',
  ...openTo(keepBlocks),
  summary: 'Removes a block booking: its time can be booked again',
  params: idParams,
  reply: block,
});
