import { z } from 'zod';
import { readMobile } from '../kernel/mobile.ts';
import { plainNumber } from '../kernel/typed-text.ts';
import { id, paragraph, wireMoment } from './schemas.ts';

/** Messages from anyone to the business, which the office answers: contact requests, applications. */

/** A callback number, including landlines and other countries; a Singapore mobile is normalised to 65XXXXXXXX. */
export const phoneNumber = z.union([z.string().max(60), z.int()]).transform((written, check) => {
  const text = String(written);
  const mobile = readMobile(text);
  if (mobile !== null) return mobile;
  const digits = plainNumber(text);
  if (/^\+?\d{6,15}$/.test(digits)) return digits;
  check.addIssue({ code: 'custom', message: 'Use a phone number like 9123 4567 or +60 12 345 6789.' });
  return z.NEVER;
});

/** A field that no form shows, so only bots fill it in. Any length is accepted, and the bot is not told. */
export const honeypot = z.string().optional();

/** A history entry: a change of state, or a reply. */
export const inboxStep = z.object({
  id,
  state: z.string().nullable(),
  reply: z.string().nullable(),
  at: wireMoment,
  /** Null if the person is no longer known. */
  by: z.object({ id, fullname: z.string() }).nullable(),
});
export type InboxStep = z.output<typeof inboxStep>;

export const LONGEST_REPLY = 5000;
export const replyBody = z.strictObject({
  reply: paragraph(LONGEST_REPLY).min(1, { error: 'Write a reply first.' }),
});
