/** The fields of an address that determine the primary one. */
export interface RankedAddress {
  readonly id: string;
  readonly isPrimary: boolean;
  readonly isTrashed: boolean;
}

/**
 * The primary address after a change: the one that requests it, otherwise the current one, otherwise the
 * oldest. Null only if there is no address.
 * @param addresses the customer's, oldest first, as they will be after the change
 */
export function choosePrimary(addresses: readonly RankedAddress[], asking?: string): string | null {
  const live = addresses.filter((address) => !address.isTrashed);
  const chosen =
    live.find((address) => address.id === asking) ?? live.find((address) => address.isPrimary) ?? live[0];
  return chosen?.id ?? null;
}
