/** A visit whose crew changes. */
export interface CrewChange {
  readonly jobID: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * The order in which changes can be made one after the other: a visit that takes a cleaner from another visit comes after
 * it. Visits that take cleaners from each other are one group, which changes as a whole.
 */
export function acceptanceOrder<Change extends CrewChange>(changes: readonly Change[]): Change[][] {
  const givers = changes.map((change) => giversOf(change, changes));
  const groups: number[][] = [];
  const found = new Map<number, { low: number; readonly index: number; isOpen: boolean }>();
  const open: number[] = [];
  // Tarjan's algorithm: strongly connected components, each after those that it depends on.
  function visit(i: number): { low: number; readonly index: number; isOpen: boolean } {
    const own = { index: found.size, low: found.size, isOpen: true };
    found.set(i, own);
    open.push(i);
    for (const j of givers[i] ?? []) {
      const other = found.get(j) ?? visit(j);
      if (other.isOpen) own.low = Math.min(own.low, other.low);
    }
    if (own.low === own.index) groups.push(close(i));
    return own;
  }
  function close(i: number): number[] {
    const group = open.splice(open.indexOf(i));
    for (const j of group) {
      const one = found.get(j);
      if (one) one.isOpen = false;
    }
    return group.sort((a, b) => a - b);
  }
  for (let i = 0; i < changes.length; i += 1) if (!found.has(i)) visit(i);
  return groups.map((group) => group.flatMap((i) => changes[i] ?? []));
}

/** The indexes of the visits that give up a cleaner for this one. */
function giversOf(change: CrewChange, changes: readonly CrewChange[]): number[] {
  const newcomers = change.after.filter((id) => !change.before.includes(id));
  return changes.flatMap((other, i) => {
    const gives = newcomers.some((id) => other.before.includes(id) && !other.after.includes(id));
    return gives && other !== change ? [i] : [];
  });
}
