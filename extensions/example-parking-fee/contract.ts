import { z } from 'zod';
import { changePackages } from '#features/catalogue/packages/rules/policy.ts';
import { defineCall } from '#platform/contract/call.ts';
import { openTo } from '#platform/kernel/policy.ts';

const fee = z.strictObject({
  sector: z.string().regex(/^\d{2}$/, { error: 'Enter the first two digits of postal codes.' }),
  cents: z.int().min(0, { error: 'Enter 0 or more.' }).max(10_000, { error: 'Enter at most S$100.' }),
});
/** `01`, 350: parking costs S$3.50 where postal codes begin with 01. */
export type Fee = z.output<typeof fee>;
const reply = z.strictObject({ items: z.array(fee) });

export const listFees = defineCall({
  ...openTo(changePackages),
  method: 'GET',
  path: '/extensions/parking-fee',
  summary: 'The postal sectors with a parking fee.',
  reply,
});

export const saveFee = defineCall({
  ...openTo(changePackages),
  method: 'POST',
  path: '/extensions/parking-fee/update',
  summary: 'Sets the fee of one sector; 0 removes it. Visits that are booked keep theirs.',
  body: fee,
  reply,
});
