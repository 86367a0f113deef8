import type { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import type { customerDispute } from '../customer-shapes.ts';

export type CustomerDispute = z.output<typeof customerDispute>;

declare module '#platform/server/feature.ts' {
  interface Feature {
    /** Disputes of what customers paid, which a feature above keeps. */
    readonly customerDisputes?: {
      readonly of: (ctx: Context, customerId: string) => Promise<readonly CustomerDispute[]>;
    };
  }
}

/** The payments of a customer that their bank looks into, or has taken back. */
export async function findDisputes(ctx: Context, customerId: string): Promise<CustomerDispute[]> {
  return [...((await ctx.composed.customerDisputes?.of(ctx, customerId)) ?? [])];
}
