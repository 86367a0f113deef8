import type { z } from 'zod';
import type { TextOf } from '#platform/kernel/message-kind.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { originOf } from '#platform/server/origin.ts';
import type { previewText as call } from '../contract.ts';
import { EXAMPLES } from '../rules/examples.ts';
import { kindOf } from '../rules/kinds.ts';
import { whyNotSaved } from '../rules/placeholders.ts';
import { smsLength } from '../rules/sms-length.ts';
import { writeMessage } from '../rules/write-message.ts';
import type { TemplateKey } from './texts.ts';
import { senderFor } from './write.ts';

/** Renders a template with example data and the name of the business. */
export async function previewText(
  ctx: Context,
  { kind, channel, language }: TemplateKey,
  text: TextOf,
): Promise<z.output<typeof call.reply> | Refusal<'not_found' | 'invalid'>> {
  if (!kindOf(kind).channels.includes(channel)) return refuse('not_found');
  const errors = whyNotSaved(kind, channel, text);
  if (errors.length > 0) return refuse('invalid', { errors });
  const sender = {
    ...(await senderFor(ctx, language, null)),
    unsubscribeUrl: `${originOf(ctx.config)}/unsubscribe`,
  };
  const { subject, body, html = null } = writeMessage({ kind, channel, text }, EXAMPLES[kind], sender);
  return { subject, body, html, sms: channel === 'sms' ? smsLength(body) : null };
}
