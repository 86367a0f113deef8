/**
 * After this many consecutive failures the provider counts as unreachable, so that other cron jobs do not wait for its
 * timeouts.
 */
const MAX_UNDECIDED = 3;

/** Recovers undecided items one after another, until the provider seems unreachable. */
export async function recoverEach<T>(
  due: readonly T[],
  how: {
    /** False if the outcome is still unknown. */
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
    if (undecided >= MAX_UNDECIDED) return;
  }
}

/** Does one thing after another: one that fails is reported, and holds up no other. */
export async function eachAlone<T>(
  items: readonly T[],
  how: { act(one: T): Promise<unknown>; report(error: unknown, one: T): void },
): Promise<void> {
  for (const one of items) await how.act(one).catch((error: unknown) => how.report(error, one));
}
