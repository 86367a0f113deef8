/** What a customer and the office write to each other about a booking. */

import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { id, idParams, listQuery, listReply, paragraph, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { answerThreads, writeInThread } from './rules/policy.ts';

/** Characters. */
export const LONGEST_MESSAGE = 2000;

const threadMessage = z.strictObject({
  id,
  jobID: id,
  writtenBy: z.enum(['customer', 'admin']),
  /** Whose name stands beside it: the customer's, or of the office the admin's; empty to the customer. */
  name: z.string(),
  text: z.string(),
  createdAt: wireMoment,
});
export type ThreadMessage = z.output<typeof threadMessage>;

const thread = z.strictObject({
  items: z.array(threadMessage),
  /** Something of the customer's waits for the office. */
  isWaiting: z.boolean(),
});

export const readThread = defineCall({
  method: 'GET',
  path: '/jobs/:id/messages',
  ...openTo(writeInThread),
  summary: 'What the customer and the office have written about a job, the oldest first.',
  params: idParams,
  reply: thread,
});

export const writeMessage = defineCall({
  method: 'POST',
  path: '/jobs/:id/messages',
  ...openTo(writeInThread),
  summary:
    'Writes to the other side about a job, who hears of it by e-mail. The office answers all that waits.',
  params: idParams,
  body: z.strictObject({
    text: paragraph(LONGEST_MESSAGE).min(1, { error: 'Write your message first.' }),
  }),
  reply: threadMessage,
  status: 201,
  idempotent: true,
});

export const settleThread = defineCall({
  method: 'POST',
  path: '/jobs/:id/messages/settle',
  ...openTo(answerThreads),
  summary: 'Says that nothing in the thread needs an answer any more.',
  params: idParams,
  body: z.strictObject({}),
  reply: thread,
});

const waitingThread = z.strictObject({
  jobID: id,
  customer: z.strictObject({ id, fullname: z.string() }),
  /** Of the visit. */
  startTime: wireMoment,
  label: z.string(),
  /** The oldest that waits. */
  text: z.string(),
  createdAt: wireMoment,
});
export type WaitingThread = z.output<typeof waitingThread>;

export const listUnanswered = defineCall({
  method: 'GET',
  path: '/conversations',
  ...openTo(answerThreads),
  summary: 'Jobs whose customers wait for an answer, who has waited longest first.',
  query: listQuery(['createdAt'], {}),
  reply: listReply(waitingThread),
  streamed: true,
});
