import { sql } from 'kysely';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { networksOf, sharedNetworks } from '#platform/kernel/client-network.ts';
import { may } from '#platform/kernel/policy.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';
import { DECLINE_WINDOW, type Decline, secondsUntilNextTry } from '../rules/declines.ts';
import { payForOthers } from '../rules/policy.ts';

/**
 * Refuses another card after too many declines: for this customer, from this address, or for this target. An
 * open challenge for the target counts too, because another card would abandon it.
 */
export async function refuseAfterDeclines(tx: Tx, of: Tried): Promise<Refusal<'throttled'> | null> {
  const now = tx.clock.now();
  const readers = [declinedPayments, ...(tx.composed.declinedCards ?? [])];
  const declines: Decline[] = [];
  for (const read of readers) declines.push(...(await read(tx, of)));
  const retryAfter = secondsUntilNextTry(declines, now, may(tx.actor, payForOthers));
  if (retryAfter === 0) return null;
  const minutes = Math.ceil(retryAfter / 60);
  const when = minutes === 1 ? 'in a minute' : `in ${minutes} minutes`;
  const detail = `Too many cards were declined. Nothing was charged. Try again ${when}, or contact us.`;
  return refuse('throttled', { detail, extensions: { retryAfter } });
}

/**
 * Selects rows whose `ip` can share a network with the current address: the same IPv4 address, or any IPv6
 * address. `sharedNetworks` determines which networks they share.
 */
export function fromSameNetwork({ ip }: Tx) {
  if (ip === '') return sql<boolean>`false`;
  const [{ name }] = networksOf(ip);
  return name.includes('/')
    ? sql<boolean>`ip like '%:%'`
    : sql<boolean>`ip in (${name}, ${`::ffff:${name}`}, ${ip})`;
}

/** Who tries a card, and for which target. */
export type Tried = { readonly customerId: string; readonly targetId: string };

async function declinedPayments(tx: Tx, of: Tried): Promise<Decline[]> {
  const now = tx.clock.now();
  const rows = await tx.db
    .selectFrom('payment_attempt')
    .select(['settled_at', 'customer_id', 'target_id', 'ip'])
    .where(({ or, and, eb }) =>
      or([
        and([
          eb('status', 'in', ['failed', 'canceled']),
          eb('settled_at', '>', now.subtract(DECLINE_WINDOW).toString()),
        ]),
        and([eb('status', '=', 'requires_action'), eb('target_id', '=', of.targetId)]),
      ]),
    )
    .where('sent_at', 'is not', null)
    // A charge that never reached the provider revealed nothing about a card; what the office resolved was
    // our problem.
    .where(({ or, eb }) => or([eb('status', '=', 'failed'), eb('stripe_pi_id', 'is not', null)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_alarm as alarm')
            .select('alarm.id')
            .whereRef('alarm.attempt_id', '=', 'payment_attempt.id'),
        ),
      ),
    )
    .where(({ or, eb }) =>
      or([eb('customer_id', '=', of.customerId), eb('target_id', '=', of.targetId), fromSameNetwork(tx)]),
    )
    .execute();
  return rows.map((row) => ({
    at: row.settled_at === null ? now : readDatabaseTime(row.settled_at),
    ofCustomer: row.customer_id === of.customerId,
    ofTarget: row.target_id === of.targetId,
    networks: sharedNetworks(tx.ip, row.ip ?? ''),
  }));
}
