/** Systems that are told of events, and what was sent to them. */

import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors, pick } from '#platform/contract/errors.ts';
import { flag, id, idParams, line, listQuery, listReply, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { EVENT_TYPES, TEST_EVENT } from './rules/events.ts';
import { manageWebhooks } from './rules/policy.ts';

/** More than one company has systems. Each is an insert in the transaction of every change. */
export const MAX_ENDPOINTS = 20;

const errors = defineErrors({
  too_many_webhooks: {
    status: 409,
    title: 'Too many webhooks',
    detail: `There can be at most ${MAX_ENDPOINTS} webhooks. Delete one that is no longer used first.`,
  },
  webhook_off: {
    status: 409,
    title: 'The webhook is off',
    detail: 'This webhook is turned off. Turn it on first.',
  },
});

const eventTypes = z
  .array(z.enum(EVENT_TYPES, { error: 'Choose events from the list.' }))
  .max(EVENT_TYPES.length)
  .refine((types) => new Set(types).size === types.length, { error: 'List each event once.' });

export const endpoint = z.strictObject({
  id,
  url: z.string(),
  description: z.string(),
  /** Empty: all, also those that are added in later versions. */
  eventTypes: z.array(z.string()),
  isOn: z.boolean(),
  /** Why Kemas turned it off; empty if it did not. */
  offReason: z.string(),
  /** Since when every attempt has failed; null if the last one succeeded. */
  failingSince: wireMoment.nullable(),
  /** Until when events are also signed with the secret before the last change; null if they are not. */
  previousSecretUntil: wireMoment.nullable(),
  createdAt: wireMoment,
  updatedAt: wireMoment,
});
export type Endpoint = z.output<typeof endpoint>;
const endpointWithSecret = endpoint.extend({ secret: z.string() });

const delivery = z.strictObject({
  id,
  endpointID: id,
  /** The header `webhook-id`: the same whenever the event is sent again. */
  eventID: id,
  eventType: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  /** Since it was published, or last sent again by a person. */
  attempts: z.int(),
  /** Null if there is none: it was delivered, or has failed for good. */
  nextAttemptAt: wireMoment.nullable(),
  lastAttemptAt: wireMoment.nullable(),
  /** HTTP status of the last reply; null if there was none. */
  lastStatus: z.int().nullable(),
  /** Why there was no reply; empty otherwise. */
  lastProblem: z.string(),
  createdAt: wireMoment,
  trash: z.literal(0),
});
export type Delivery = z.output<typeof delivery>;
const wholeDelivery = delivery.extend({
  /** The body that was signed and sent. */
  payload: z.string(),
  /** The beginning of the last reply's body. */
  lastResponse: z.string(),
  lastDurationMs: z.int().nullable(),
});
export type WholeDelivery = z.output<typeof wholeDelivery>;

const url = z
  .string()
  .trim()
  .min(1, { error: 'Fill this in.' })
  .max(500, { error: 'Use at most 500 characters.' });
const fields = { url, description: line(100), eventTypes, isOn: flag };
export const newEndpoint = z.strictObject({
  url,
  description: line(100).default(''),
  eventTypes: eventTypes.default([]),
});

export const listWebhooks = defineCall({
  method: 'GET',
  path: '/webhook-endpoints',
  ...openTo(manageWebhooks),
  summary: 'All webhooks, the oldest first.',
  reply: z.strictObject({ items: z.array(endpoint) }),
});

export const getWebhook = defineCall({
  method: 'GET',
  path: '/webhook-endpoints/:id',
  ...openTo(manageWebhooks),
  summary: 'Shows a webhook, never with its secret.',
  params: idParams,
  reply: endpoint,
});

export const createWebhook = defineCall({
  method: 'POST',
  path: '/webhook-endpoints',
  ...openTo(manageWebhooks),
  summary: 'Adds a webhook. The secret is in this reply only. Not with an API key.',
  body: newEndpoint,
  reply: endpointWithSecret,
  status: 201,
  errors: pick(errors, 'too_many_webhooks'),
});

export const updateWebhook = defineCall({
  method: 'POST',
  path: '/webhook-endpoints/:id/update',
  ...openTo(manageWebhooks),
  summary: 'Changes the fields of a webhook that are sent; `isOn` turns it on and off. Not with an API key.',
  params: idParams,
  body: z.strictObject(fields).partial(),
  reply: endpoint,
});

export const rotateWebhookSecret = defineCall({
  method: 'POST',
  path: '/webhook-endpoints/:id/rotate-secret',
  ...openTo(manageWebhooks),
  summary:
    'Replaces the secret of a webhook. The new one is in this reply only; for 24 hours events are signed with both. Not with an API key.',
  params: idParams,
  reply: endpointWithSecret,
});

export const deleteWebhook = defineCall({
  method: 'POST',
  path: '/webhook-endpoints/:id/delete',
  ...openTo(manageWebhooks),
  summary: 'Deletes a webhook for good. Events that wait for it are not sent.',
  params: idParams,
  reply: z.strictObject({ deleted: z.literal(true) }),
});

export const testWebhook = defineCall({
  method: 'POST',
  path: '/webhook-endpoints/:id/test',
  ...openTo(manageWebhooks),
  summary: `Sends an event of the type \`${TEST_EVENT}\` to a webhook.`,
  params: idParams,
  reply: delivery,
  errors: pick(errors, 'webhook_off'),
});

export const resendFailedEvents = defineCall({
  method: 'POST',
  path: '/webhook-endpoints/:id/resend-failed',
  ...openTo(manageWebhooks),
  summary: 'Sends the failed events of a webhook again, the oldest 1,000 first.',
  params: idParams,
  reply: z.strictObject({ count: z.int() }),
  errors: pick(errors, 'webhook_off'),
});

export const listWebhookDeliveries = defineCall({
  method: 'GET',
  path: '/webhook-deliveries',
  ...openTo(manageWebhooks),
  summary: 'What was sent to webhooks in the last 30 days, latest first. `total` counts up to 10,000.',
  query: listQuery(['createdAt'], {
    endpointID: id.optional(),
    state: z.enum(['waiting', 'delivered', 'failed']).optional(),
    eventType: z.string().max(60).optional(),
  }),
  reply: listReply(delivery),
  streamed: true,
});

export const getWebhookDelivery = defineCall({
  method: 'GET',
  path: '/webhook-deliveries/:id',
  ...openTo(manageWebhooks),
  summary: 'One event of a webhook, with what was sent and the beginning of the reply.',
  params: idParams,
  reply: wholeDelivery,
});

export const resendWebhookDelivery = defineCall({
  method: 'POST',
  path: '/webhook-deliveries/:id/resend',
  ...openTo(manageWebhooks),
  summary: 'Sends an event to its webhook again, with the same id.',
  params: idParams,
  reply: delivery,
  errors: pick(errors, 'webhook_off'),
});
