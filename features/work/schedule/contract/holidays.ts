/** Public holidays. There are no visits on those on which the office closes. */
import { z } from 'zod';
import { errors } from '#features/people/cleaners/contract.ts';
import { defineCall } from '#platform/contract/call.ts';
import { pick } from '#platform/contract/errors.ts';
import { day, flag, listReply, required } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { changeHolidays, seeHolidays } from '../rules/policy.ts';

const fields = {
  day,
  name: required(80),
  /** A closed day has no slots. */
  closed: flag,
};
export const holiday = z.strictObject({ day: z.string(), name: z.string(), closed: z.boolean() });
export type Holiday = z.output<typeof holiday>;

const dayParams = z.strictObject({ day });
/** Closes the day even if visits are booked on it; they stay unchanged. */
const acknowledge = flag.optional();

export const listHolidays = defineCall({
  method: 'GET',
  path: '/holidays',
  ...openTo(seeHolidays),
  summary: 'Public holidays of a year, or of all years, earliest first',
  query: z.strictObject({
    year: z
      .string()
      .regex(/^20\d\d$/, { error: 'Enter the year as YYYY.' })
      .optional(),
  }),
  reply: listReply(holiday),
});

export const addHoliday = defineCall({
  method: 'POST',
  path: '/holidays',
  ...openTo(changeHolidays),
  summary: 'Adds a public holiday; over booked visits only with `acknowledge`',
  body: z.strictObject({ ...fields, closed: flag.default(true), acknowledge }),
  reply: holiday,
  status: 201,
  errors: pick(errors, 'breaks_jobs'),
});

export const updateHoliday = defineCall({
  method: 'POST',
  path: '/holidays/:day/update',
  ...openTo(changeHolidays),
  summary: 'Renames, moves, opens or closes a public holiday; over booked visits only with `acknowledge`',
  params: dayParams,
  body: z.strictObject(fields).partial().extend({ acknowledge }),
  reply: holiday,
  errors: pick(errors, 'breaks_jobs'),
});

export const removeHoliday = defineCall({
  method: 'POST',
  path: '/holidays/:day/remove',
  ...openTo(changeHolidays),
  summary: 'Removes a public holiday, so that visits can be booked on that day again',
  params: dayParams,
  reply: holiday,
});
