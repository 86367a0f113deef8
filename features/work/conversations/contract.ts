/** Messages between a customer and the office about a booking. */

import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors } from '#platform/contract/errors.ts';
import { id, idParams, listQuery, listReply, paragraph, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { answerThreads, writeInThread } from './rules/policy.ts';

/** Characters. */
export const LONGEST_MESSAGE = 2000;

const threadMessage = z.strictObject({
  id,
  jobID: id,
  writtenBy: z.enum(['customer', 'admin']),
  /** The author's name: the customer's or the admin's; customers do not see the admin's name. */
  name: z.string(),
  text: z.string(),
  createdAt: wireMoment,
});
export type ThreadMessage = z.output<typeof threadMessage>;

const thread = z.strictObject({
  items: z.array(threadMessage),
  /** A message of the customer is unanswered. */
  isWaiting: z.boolean(),
});

export const readThread = defineCall({
  method: 'GET',
  path: '/jobs/:id/messages',
  ...openTo(writeInThread),
  summary: 'Messages between the customer and the office about a job, oldest first.',
  params: idParams,
  reply: thread,
});

export const writeMessage = defineCall({
  method: 'POST',
  path: '/jobs/:id/messages',
  ...openTo(writeInThread),
  summary:
    'Writes to the other side about a job and notifies them by e-mail. A message from the office answers all open ones.',
  params: idParams,
  body: z.strictObject({
    text: paragraph(LONGEST_MESSAGE).min(1, { error: 'Write your message first.' }),
  }),
  reply: threadMessage,
  status: 201,
  idempotent: true,
});

const threadErrors = defineErrors({
  already_sent: {
    status: 409,
    title: 'Already sent',
    detail: 'This message has been sent. Write another one to correct it.',
  },
});

export const unsendMessage = defineCall({
  method: 'POST',
  path: '/jobs/:id/messages/:messageID/unsend',
  ...openTo(answerThreads),
  summary: 'Deletes a message of the office whose e-mail has not been sent: that is for about a minute.',
  params: z.strictObject({ id, messageID: id }),
  body: z.strictObject({}),
  reply: thread,
  errors: threadErrors,
});

export const resolveThread = defineCall({
  method: 'POST',
  path: '/jobs/:id/messages/settle',
  ...openTo(answerThreads),
  summary: 'Marks a thread as needing no answer.',
  params: idParams,
  body: z.strictObject({}),
  reply: thread,
});

const waitingThread = z.strictObject({
  jobID: id,
  customer: z.strictObject({ id, fullname: z.string() }),
  /** The start of the visit. */
  startTime: wireMoment,
  label: z.string(),
  /** The oldest unanswered message. */
  text: z.string(),
  createdAt: wireMoment,
});
export type WaitingThread = z.output<typeof waitingThread>;

export const listUnanswered = defineCall({
  method: 'GET',
  path: '/conversations',
  ...openTo(answerThreads),
  summary: 'Jobs with unanswered customer messages, longest wait first.',
  query: listQuery(['createdAt'], {}).omit({ q: true }),
  reply: listReply(waitingThread),
  streamed: true,
});
