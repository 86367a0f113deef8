import { z } from 'zod';

const bought = z.object({
  /** The hours bought, and the new balance. */
  hours: z.number(),
  balance: z.number(),
  /** Cents. */
  paid: z.number(),
  receiptNo: z.number(),
});
export type BoughtHours = z.output<typeof bought>;

/** History state for the page that shows the purchase, so that it survives a reload. */
export function boughtState(of: BoughtHours): object {
  return { bought: of };
}

export function boughtIn(state: unknown): BoughtHours | null {
  return z.object({ bought }).safeParse(state).data?.bought ?? null;
}
