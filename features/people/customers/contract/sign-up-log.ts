import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { id, listQuery, listReply, wireMoment } from '#platform/contract/schemas.ts';
import { trashed } from '#platform/contract/trash.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { seeSignUpLog } from '../rules/policy.ts';

/** The fields of an entry, with their maximum lengths. */
export const SIGN_UP_FIELDS = {
  os: 100,
  salutation: 20,
  firstname: 100,
  lastname: 100,
  phone: 30,
  email: 254,
  note: 1000,
  action: 100,
  idfb: 50,
} as const;

const text = z.string();
const signUpEntry = z.object({
  id,
  os: text,
  salutation: text,
  firstname: text,
  lastname: text,
  phone: text,
  email: text,
  note: text,
  action: text,
  idfb: text,
  /** Always null: entries are deleted automatically. */
  trash: trashed,
  createdAt: wireMoment,
});
export type SignUpEntry = z.output<typeof signUpEntry>;

/** The raw body is accepted as it is, so that a page reporting sign-up progress never gets an error. */
export const sendSignUpLog = defineCall({
  method: 'POST',
  path: '/logsignup/sendlog',
  who: ['anyone'],
  summary:
    'Logs sign-up progress: os, salutation, firstname, lastname, phone, email, note, action, idfb. Always the same reply',
  rawBody: true,
  reply: z.strictObject({ ok: z.literal(true) }),
});

export const listSignUpLog = defineCall({
  method: 'GET',
  path: '/logsignup',
  ...openTo(seeSignUpLog),
  summary: 'The sign-up log of the last 90 days, newest first; `download=1` as CSV',
  query: listQuery(['createdAt', 'action', 'firstname', 'phone', 'email', 'os', 'idfb', 'note'], {}),
  reply: listReply(signUpEntry),
  streamed: true,
});
