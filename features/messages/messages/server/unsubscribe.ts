import {
  keepAccountOpen,
  resumeFollowUps,
  stopFollowUps,
  wantsFollowUps,
} from '#features/people/customers/server/index.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { isSameSecret } from '#platform/server/keys.ts';
import { originOf } from '#platform/server/origin.ts';

type Subscription = { readonly wanted: boolean };

/** The URL for one-click unsubscribe in mail clients (RFC 8058). */
export function oneClickUrl(ctx: Context, customerId: string): string {
  return `${originOf(ctx.config)}/api/messages/unsubscribe/${tokenFor(ctx, customerId)}`;
}

/**
 * The unsubscribe page, which asks first. The token is in the URL fragment, so no log and no Referer contains
 * it.
 */
export function unsubscribePage(ctx: Context, customerId: string): string {
  return `${originOf(ctx.config)}/unsubscribe#${tokenFor(ctx, customerId)}`;
}

/** Whether the customer of a link gets messages that are not about a booking. */
export async function readSubscription(
  ctx: Context,
  token: string,
): Promise<Subscription | Refusal<'bad_link'>> {
  const customerId = customerOf(ctx, token);
  if (customerId === null) return refuse('bad_link');
  return { wanted: await wantsFollowUps(ctx, customerId) };
}

/** Unsubscribes or resubscribes. Idempotent. */
export async function changeSubscription(
  ctx: Context,
  token: string,
  wanted: boolean,
): Promise<Subscription | Refusal<'bad_link' | 'unavailable'>> {
  const customerId = customerOf(ctx, token);
  if (customerId === null) return refuse('bad_link');
  const changed = await inTransaction(ctx, async (tx) => {
    if (!(await keepAccountOpen(tx, customerId))) return refuse('bad_link');
    await (wanted ? resumeFollowUps(tx, customerId) : stopFollowUps(tx, customerId));
    return { wanted };
  });
  return isRefusal(changed) ? changed : { wanted };
}

/** Signed, without expiry: unsubscribing must work from old e-mails too. It allows nothing else. */
function tokenFor({ keys }: Context, customerId: string): string {
  return `${customerId}.${keys.mac('unsubscribe', customerId)}`;
}

function customerOf(ctx: Context, token: string): string | null {
  const [customerId = ''] = token.split('.');
  return isSameSecret(token, tokenFor(ctx, customerId)) ? customerId : null;
}
