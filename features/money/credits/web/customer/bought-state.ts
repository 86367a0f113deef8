import { z } from 'zod';

const bought = z.object({
  /** Hours that were bought, and that the customer has now. */
  hours: z.number(),
  balance: z.number(),
  /** Cents. */
  paid: z.number(),
  receiptNo: z.number(),
});
export type BoughtHours = z.output<typeof bought>;

/** The history's state of a page that shows what was bought: a reload shows the same. */
export function boughtState(of: BoughtHours): object {
  return { bought: of };
}

export function boughtIn(state: unknown): BoughtHours | null {
  return z.object({ bought }).safeParse(state).data?.bought ?? null;
}
