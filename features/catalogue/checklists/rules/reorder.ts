/**
 * Reorders the named items within the positions they already occupy, so that sorting one section leaves the others
 * unchanged. `all` is the current order and must contain every named item.
 */
export function reorder(all: readonly string[], named: readonly string[]): string[] {
  const moved = new Set(named);
  const next = named.values();
  return all.map((id) => (moved.has(id) ? (next.next().value ?? id) : id));
}
