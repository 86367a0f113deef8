import type { z } from 'zod';
import { cancelOpenPayment } from '#features/money/payments/server/index.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import type { ContextOf } from '#platform/server/context.ts';
import type { cancelPackagePayment as call } from '../contract.ts';
import { findOpenPurchase, findPurchase } from './purchases.ts';

/** Ends the customer's open purchase of a package, so that they can pay another way. */
export async function cancelPackagePayment(
  ctx: ContextOf<'customer'>,
  packageId: string,
): Promise<z.output<typeof call.reply> | Refusal<'payment_in_progress'>> {
  const open = await findOpenPurchase(ctx, { customerId: ctx.actor.id, packageId });
  if (open === null) return { isPaid: false };
  const refused = await cancelOpenPayment(ctx, { purpose: 'credit-package', targetId: open.id });
  if (isRefusal(refused)) return refused;
  return { isPaid: (await findPurchase(ctx, open.id)).status === 'paid' };
}
