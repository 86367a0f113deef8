import { z } from 'zod';
import * as routes from '#features/routes.ts';
import { defineCall } from '#platform/contract/call.ts';
import { honeypot, inboxStep, phoneNumber, replyBody } from '#platform/contract/inbox.ts';
import { recordCalls } from '#platform/contract/record.ts';
import { defineFields, recordReply } from '#platform/contract/record-fields.ts';
import {
  email,
  id,
  idParams,
  line,
  paragraph,
  requiredName,
  wireMoment,
} from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { changeRequest, seeRequest } from './rules/policy.ts';
import { REQUEST_STATES } from './rules/states.ts';

const phone = z.union([z.literal(''), phoneNumber], { error: 'Use a phone number like 9123 4567.' });

/** What the visitor writes. */
const written = defineFields({
  firstname: { label: 'First name', sent: requiredName(), required: true, searched: true },
  lastname: { label: 'Last name', sent: line(), initial: '', searched: true },
  email: { label: 'E-mail', sent: email, required: true, searched: true },
  mobile: { label: 'Phone', sent: phone, shown: z.string(), initial: '', searched: true },
  subject: { label: 'Subject', sent: line(150), initial: '', searched: true },
  message: {
    label: 'Message',
    sent: paragraph(4000).min(1, { error: 'Write us a few words.' }),
    required: true,
    searched: true,
  },
});
const state = z.enum(REQUEST_STATES);
export const requestFields = defineFields({
  ...written.table,
  state: { label: 'Status', sent: state },
  /** Internal: the visitor never sees it. */
  note: { label: 'Note', sent: paragraph(4000) },
});

const requestItem = recordReply(requestFields, {});
export type RequestItem = z.output<typeof requestItem>;

const requestReply = requestItem.extend({ history: z.array(inboxStep) });
export type RequestReply = z.output<typeof requestReply>;

export const submitBody = z.strictObject({ ...written.draft, website: honeypot });

const submitRequest = defineCall({
  ...routes.submitRequest,
  who: ['anyone'],
  summary: 'Writes to the business. `website` is a honeypot: submissions that fill it in are discarded',
  body: submitBody,
  reply: z.strictObject({ id, ...written.shown, createdAt: wireMoment }),
  creates: true,
});

const { create: _added, ...kept } = recordCalls({
  path: '/contact-requests',
  one: 'a contact request',
  many: 'contact requests, the newest first',
  see: seeRequest,
  change: changeRequest,
  item: requestItem,
  whole: requestReply,
  create: submitBody,
  update: z.strictObject(requestFields.sent).partial(),
  sortable: ['createdAt', 'name', 'subject', 'state', 'email', 'mobile', 'note'],
  filters: { state: state.optional() },
});
export const contactRequests = { ...kept, create: submitRequest };

export const replyToRequest = defineCall({
  method: 'POST',
  path: '/contact-requests/:id/reply',
  ...openTo(changeRequest),
  summary: 'Replies by e-mail, stores the reply and marks the request as answered',
  params: idParams,
  body: replyBody,
  reply: requestReply,
  idempotent: true,
});

export const readContactDetails = defineCall({
  ...routes.readContactDetails,
  who: ['anyone'],
  summary: 'Contact details of the business; empty if not set',
  reply: z.strictObject({ name: z.string(), phone: z.string(), email: z.string() }),
});
