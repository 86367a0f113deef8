import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { id, idParams, listQuery, listReply, paragraph, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import * as policy from '../rules/policy.ts';

const noteReply = z.strictObject({
  id,
  customerID: id,
  text: z.string(),
  /** The author. */
  admin: z.strictObject({ id, fullname: z.string() }),
  createdAt: wireMoment,
  withdrawnAt: wireMoment.nullable(),
});
export type NoteReply = z.output<typeof noteReply>;

export const listNotes = defineCall({
  method: 'GET',
  path: '/customers/:id/notes',
  ...openTo(policy.seeNotes),
  summary: "The office's notes on a customer, newest first, without withdrawn ones.",
  params: idParams,
  query: listQuery(['createdAt'], {}).omit({ q: true }),
  reply: listReply(noteReply),
  streamed: true,
});

export const addNote = defineCall({
  method: 'POST',
  path: '/customers/:id/notes',
  ...openTo(policy.manageNotes),
  summary: 'Adds a note; notes cannot be edited.',
  params: idParams,
  body: z.strictObject({ text: paragraph(2000).min(1, { error: 'Write the note first.' }) }),
  reply: noteReply,
  status: 201,
});

export const withdrawNote = defineCall({
  method: 'POST',
  path: '/customers/:id/notes/:noteID/withdraw',
  ...openTo(policy.manageNotes),
  summary: 'Withdraws a note permanently: it is kept but no longer shown.',
  params: z.strictObject({ id, noteID: id }),
  body: z.strictObject({}),
  reply: noteReply,
});
