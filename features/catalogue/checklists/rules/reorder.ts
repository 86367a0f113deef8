/**
 * Puts the named items into the given order on the places that they hold together, so that sorting one
 * section leaves the others where they are. `all` is the present order; every named item is one of it.
 */
export function reorder(all: readonly string[], named: readonly string[]): string[] {
  const moved = new Set(named);
  const next = named.values();
  return all.map((id) => (moved.has(id) ? (next.next().value ?? id) : id));
}
