import { may, ownIdFor } from '#platform/kernel/policy.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import { seeCredits } from '../rules/policy.ts';
import { selectGifts, toGiftReply } from './gift-record.ts';

export interface GiftsQuery {
  readonly customerID?: string | undefined;
  readonly from: number;
  readonly size: number;
}

/** Gifts that a customer sent or claimed, newest first; the office sees all. */
export function listGifts(
  ctx: Context,
  which: 'sent' | 'received',
  query: GiftsQuery,
): ListOutcome | Refusal<'not_found'> {
  const customerId = query.customerID ?? ownIdFor(ctx.actor, seeCredits);
  if (customerId !== null && !may(ctx.actor, seeCredits, { customer: customerId }))
    return refuse('not_found');
  let found = ctx.db.selectFrom('credit_gift as gift');
  if (which === 'received') found = found.where('gift.claimed_at', 'is not', null);
  const whose = which === 'sent' ? 'gift.sender_id' : 'gift.claimed_by';
  if (customerId !== null) found = found.where(whose, '=', customerId);
  return listOf(
    ctx,
    { from: query.from, size: query.size, count: '1', download: '0' },
    {
      name: `gifts-${which}`,
      rows: selectGifts(ctx),
      found,
      sort: { newest: [which === 'sent' ? 'gift.sent_at' : 'gift.claimed_at'] },
      defaultOrder: 'desc',
      key: 'gift.id',
      toItem: toGiftReply,
    },
  );
}
