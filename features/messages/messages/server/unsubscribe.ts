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
export function oneClickUrl(ctx: Context, customerID: string): string {
  return `${originOf(ctx.config)}/api/messages/unsubscribe/${tokenFor(ctx, customerID)}`;
}

/**
 * The unsubscribe page, which asks first. The token is in the URL fragment, so no log and no Referer contains
 * it.
 */
export function unsubscribePage(ctx: Context, customerID: string): string {
  return `${originOf(ctx.config)}/unsubscribe#${tokenFor(ctx, customerID)}`;
}

/** Whether the customer of a link gets messages that are not about a booking. */
export async function readSubscription(
  ctx: Context,
  token: string,
): Promise<Subscription | Refusal<'bad_link'>> {
  const customerID = customerOf(ctx, token);
  if (customerID === null) return refuse('bad_link');
  return { wanted: await wantsFollowUps(ctx, customerID) };
}

/** Unsubscribes or resubscribes. Idempotent. */
export async function changeSubscription(
  ctx: Context,
  token: string,
  wanted: boolean,
): Promise<Subscription | Refusal<'bad_link' | 'unavailable'>> {
  const customerID = customerOf(ctx, token);
  if (customerID === null) return refuse('bad_link');
  const changed = await inTransaction(ctx, async (tx) => {
    if (!(await keepAccountOpen(tx, customerID))) return refuse('bad_link');
    await (wanted ? resumeFollowUps(tx, customerID) : stopFollowUps(tx, customerID));
    return { wanted };
  });
  return isRefusal(changed) ? changed : { wanted };
}

/** Signed, without expiry: unsubscribing must work from old e-mails too. It allows nothing else. */
function tokenFor({ keys }: Context, customerID: string): string {
  return `${customerID}.${keys.mac('unsubscribe', customerID)}`;
}

function customerOf(ctx: Context, token: string): string | null {
  const [customerID = ''] = token.split('.');
  return isSameSecret(token, tokenFor(ctx, customerID)) ? customerID : null;
}
