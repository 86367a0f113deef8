import type { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import type { customerDispute } from '../customer-shapes.ts';

export type CustomerDispute = z.output<typeof customerDispute>;

declare module '#platform/server/feature.ts' {
  interface Feature {
    /** Provided by payments, a higher-level feature. */
    readonly customerDisputes?: {
      readonly of: (ctx: Context, customerId: string) => Promise<readonly CustomerDispute[]>;
    };
  }
}

/** A customer's payments that are disputed, or were lost in a dispute. */
export async function findDisputes(ctx: Context, customerId: string): Promise<CustomerDispute[]> {
  return [...((await ctx.composed.customerDisputes?.of(ctx, customerId)) ?? [])];
}
