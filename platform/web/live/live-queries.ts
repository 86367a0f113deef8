/** A kind of record that has changed, and which one if it may be known; `*` for everything. */
export interface ShownEvent {
  readonly topic: string;
  readonly id?: string | null;
}

/** By topic: the beginnings of the paths of the reads that show such a record. */
export type ReadsByTopic = Readonly<Record<string, readonly string[]>>;

/** Whether a read, by its query key, may show what has changed. */
export function isAffected(
  queryKey: readonly unknown[],
  { topic, id }: ShownEvent,
  reads: ReadsByTopic,
): boolean {
  if (topic === '*') return true;
  const [path, input] = queryKey as readonly [unknown, { readonly params?: { readonly id?: string } }?];
  if (typeof path !== 'string' || !reads[topic]?.some((start) => path.startsWith(start))) return false;
  // Pages of other jobs stay as they are.
  const isOfOneJob = path.startsWith('/jobs/:id') && (topic === 'job' || topic === 'schedule');
  return !isOfOneJob || !id || input?.params?.id === id;
}
