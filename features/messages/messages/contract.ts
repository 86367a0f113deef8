import { z } from 'zod';
import * as routes from '#features/routes.ts';
import { LANGUAGES } from '#languages/index.ts';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors, pick } from '#platform/contract/errors.ts';
import {
  id,
  idParams,
  line,
  listQuery,
  listReply,
  paragraph,
  wireMoment,
} from '#platform/contract/schemas.ts';
import { CHANNELS } from '#platform/kernel/message-kind.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { changeTexts, chooseLanguage, resendMessage, seeMessages } from './rules/policy.ts';
import { KIND_NAMES, type Kind } from './texts/kinds.ts';

const errors = defineErrors({
  text_changed: {
    status: 409,
    title: 'Someone else has changed this text',
    detail: 'Your changes are not saved. Check what it says now, then save again.',
  },
  not_resendable: {
    status: 409,
    title: 'This message cannot be sent again',
    detail:
      'Only a message that was sent or has failed can be sent again, and only while it is still useful.',
  },
  not_droppable: {
    status: 409,
    title: 'This message cannot be dropped',
    detail: 'Only a message that could not be sent can be dropped.',
  },
  bad_signature: {
    status: 400,
    title: 'Not a genuine report',
    detail: 'The signature does not match the address and the body.',
  },
  bad_secret: {
    status: 401,
    title: 'Wrong secret',
    detail:
      'Send the value of SMS_GATEWAY_REPORT_SECRET as a Bearer token, or as the password of HTTP Basic authentication.',
  },
  bad_link: {
    status: 404,
    title: 'This link does not work',
    detail: 'Open it from the e-mail again, or write to us.',
  },
});

/** `superseded`: replaced by a newer message, or expired before sending. */
export const MESSAGE_STATES = [
  'held',
  'queued',
  'sending',
  'sent',
  'delivered',
  'failed',
  'superseded',
] as const;

const messageReply = z.strictObject({
  id,
  /** `visit-booked`; the text of `code` and `other`, which are written elsewhere, is not stored. */
  kind: z.string(),
  /** The label for the office. */
  title: z.string(),
  channel: z.enum(CHANNELS),
  to: z.string(),
  customerID: id.nullable(),
  cleanerID: id.nullable(),
  jobID: id.nullable(),
  jobVersion: z.int().nullable(),
  language: z.enum(LANGUAGES).nullable(),
  subject: z.string(),
  body: z.string(),
  state: z.enum(MESSAGE_STATES),
  attempts: z.int(),
  /** Why it was not sent or delivered; otherwise empty. */
  failure: z.string(),
  /** For a queued message: until when it waits. */
  dueAt: wireMoment,
  createdAt: wireMoment,
  sentAt: wireMoment.nullable(),
  /** When the SMS gateway reported delivery. */
  deliveredAt: wireMoment.nullable(),
  canResend: z.boolean(),
  /** Failed, and still of use. */
  canDrop: z.boolean(),
});
export type MessageReply = z.output<typeof messageReply>;

export const listMessages = defineCall({
  method: 'GET',
  path: '/messages',
  ...openTo(seeMessages),
  summary:
    'Messages by job (jobID) or customer (customerID), newest first; `q` is in the recipient, subject or text.',
  query: listQuery(['createdAt'], { jobID: id.optional(), customerID: id.optional() }),
  reply: listReply(messageReply),
  streamed: true,
});

export const resend = defineCall({
  method: 'POST',
  path: '/messages/:id/resend',
  ...openTo(resendMessage),
  summary:
    "Sends a message again to its reader's current address, with the same data and the current template.",
  params: idParams,
  body: z.strictObject({}),
  reply: messageReply,
  status: 201,
  errors: pick(errors, 'not_resendable'),
  idempotent: true,
});

export const drop = defineCall({
  method: 'POST',
  path: '/messages/:id/drop',
  ...openTo(resendMessage),
  summary: 'Decides that a message that could not be sent is not needed: it no longer waits for the office.',
  params: idParams,
  body: z.strictObject({}),
  reply: messageReply,
  errors: pick(errors, 'not_droppable'),
  idempotent: true,
});

const kind = z.enum(KIND_NAMES as [Kind, ...Kind[]]);
const which = { kind, channel: z.enum(CHANNELS), language: z.enum(LANGUAGES) };
const textParams = z.strictObject(which);

const textReply = z.strictObject({
  ...which,
  title: z.string(),
  /** When it is sent, in a sentence. */
  when: z.string(),
  reader: z.enum(['customer', 'cleaner', 'anyone']),
  subject: z.string(),
  body: z.string(),
  isDefault: z.boolean(),
  /** Counts the changes, 0 for none; a change must send the version it is based on. */
  version: z.int(),
  changedAt: wireMoment.nullable(),
  changedBy: z.string(),
  placeholders: z.array(z.strictObject({ name: z.string(), means: z.string(), required: z.boolean() })),
});
export type TextReply = z.output<typeof textReply>;

export const listTexts = defineCall({
  method: 'GET',
  path: '/messages/texts',
  ...openTo(seeMessages),
  summary: 'Every template that can be changed, in its current version.',
  reply: z.strictObject({ items: z.array(textReply) }),
});

const words = {
  /** For an e-mail; empty for an SMS. */
  subject: line(150),
  body: paragraph(4000),
};

export const updateText = defineCall({
  method: 'POST',
  path: '/messages/texts/:kind/:channel/:language/update',
  ...openTo(changeTexts),
  summary: 'Replaces a template. Applies to everything sent from now on, including queued messages.',
  params: textParams,
  body: z.strictObject({ ...words, version: z.int().min(0) }),
  reply: textReply,
  errors: pick(errors, 'text_changed'),
});

export const resetText = defineCall({
  method: 'POST',
  path: '/messages/texts/:kind/:channel/:language/reset',
  ...openTo(changeTexts),
  summary: 'Resets a template to the default.',
  params: textParams,
  body: z.strictObject({ version: z.int().min(0) }),
  reply: textReply,
  errors: pick(errors, 'text_changed'),
});

export const listTextVersions = defineCall({
  method: 'GET',
  path: '/messages/texts/:kind/:channel/:language/versions',
  ...openTo(seeMessages),
  summary: 'Earlier versions of a template, newest first.',
  params: textParams,
  query: listQuery(['version', 'createdAt'], {}).omit({ q: true }),
  reply: listReply(
    z.strictObject({
      version: z.int(),
      subject: z.string(),
      body: z.string(),
      isDefault: z.boolean(),
      changedAt: wireMoment,
      changedBy: z.string(),
    }),
  ),
  streamed: true,
});

export const previewText = defineCall({
  method: 'POST',
  path: '/messages/texts/:kind/:channel/:language/preview',
  ...openTo(seeMessages),
  summary: 'Previews a template with example data. Nothing is saved or sent.',
  params: textParams,
  body: z.strictObject(words),
  reply: z.strictObject({
    subject: z.string(),
    body: z.string(),
    /** For an e-mail. */
    html: z.string().nullable(),
    /** For an SMS: how it is billed. */
    sms: z
      .strictObject({ alphabet: z.enum(['GSM-7', 'UCS-2']), characters: z.int(), parts: z.int() })
      .nullable(),
  }),
});

export const chooseMessageLanguage = defineCall({
  ...routes.chooseMessageLanguage,
  ...openTo(chooseLanguage),
  summary: 'Sets the language of messages to the caller.',
  body: z.strictObject({ language: z.enum(LANGUAGES) }),
  reply: z.strictObject({ language: z.enum(LANGUAGES) }),
});

const token = z.string().max(200);
const subscription = z.strictObject({ wanted: z.boolean() });

/** For the page behind the link in an e-mail. A GET changes nothing, because mail scanners open links. */
export const readSubscription = defineCall({
  ...routes.readSubscription,
  who: ['anyone'],
  summary: 'Whether the customer of this link gets review requests and renewal offers.',
  body: z.strictObject({ token }),
  reply: subscription,
  errors: pick(errors, 'bad_link'),
});

export const changeSubscription = defineCall({
  ...routes.changeSubscription,
  who: ['anyone'],
  summary:
    'Unsubscribes from review requests, renewal offers and news by e-mail, or resubscribes to the first two.',
  body: z.strictObject({ token, wanted: z.boolean() }),
  reply: subscription,
  errors: pick(errors, 'bad_link'),
});

/** RFC 8058: posted by the mail client's own button, with a form body. */
export const unsubscribeOneClick = defineCall({
  method: 'POST',
  path: '/messages/unsubscribe/:token',
  who: ['anyone'],
  summary: 'One-click unsubscribe from review requests, renewal offers and news by e-mail (RFC 8058).',
  params: z.strictObject({ token }),
  rawBody: true,
  reply: subscription,
  errors: pick(errors, 'bad_link'),
});

export const receiveGatewayReport = defineCall({
  method: 'POST',
  path: '/webhooks/sms-gateway',
  who: ['anyone'],
  summary: 'Webhook of the SMS gateway: reports the status of an SMS, as JSON or a form, with a secret.',
  /** Otherwise the body names it. */
  query: z.object({ message: id.optional() }),
  rawBody: true,
  reply: z.object({ received: z.literal(true) }),
  errors: pick(errors, 'bad_secret'),
});

export const receiveTwilioReport = defineCall({
  method: 'POST',
  path: '/webhooks/twilio',
  who: ['anyone'],
  summary: 'Twilio webhook: reports the status of an SMS; a signed form.',
  query: z.object({ message: id }),
  rawBody: true,
  reply: z.object({ received: z.literal(true) }),
  errors: pick(errors, 'bad_signature'),
});
