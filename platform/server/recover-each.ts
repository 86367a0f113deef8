/** So many in a row without an answer: the provider is away, and other sweeps must not wait for its time-outs. */
const MOST_UNDECIDED = 3;

/** Recovers one after the other what was left undecided, until the provider seems to be away. */
export async function recoverEach<T>(
  due: readonly T[],
  how: {
    /** False where it is still not known what became of it. */
    recover(one: T): Promise<boolean>;
    report(error: unknown, one: T): void;
  },
): Promise<void> {
  let undecided = 0;
  for (const one of due) {
    const isDecided = await how.recover(one).catch((error: unknown) => {
      how.report(error, one);
      return false;
    });
    undecided = isDecided ? 0 : undecided + 1;
    if (undecided >= MOST_UNDECIDED) return;
  }
}
