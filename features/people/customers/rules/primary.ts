/** An address as far as its place among the customer's others goes. */
export interface RankedAddress {
  readonly id: string;
  readonly isPrimary: boolean;
  readonly isTrashed: boolean;
}

/**
 * Which address is primary after a change: the one that asks for it, else the one that was, else the
 * oldest left. Null only when no address is left.
 * @param addresses the customer's, oldest first, as they will be after the change
 */
export function choosePrimary(addresses: readonly RankedAddress[], asking?: string): string | null {
  const live = addresses.filter((address) => !address.isTrashed);
  const chosen =
    live.find((address) => address.id === asking) ?? live.find((address) => address.isPrimary) ?? live[0];
  return chosen?.id ?? null;
}
