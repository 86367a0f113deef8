import type { Fee } from '../contract.ts';

export function feeFor(fees: readonly Fee[], postal: string): number {
  return fees.find(({ sector }) => postal.startsWith(sector))?.cents ?? 0;
}
