import type { Context, ContextOf } from '#platform/server/context.ts';

/** Acts for a customer: their lead time, horizon and limits apply, also to what the office enters for them. */
export function asCustomer(ctx: Context, id: string): ContextOf<'customer'> {
  return { ...ctx, actor: { role: 'customer', id, sessionId: '' } };
}
