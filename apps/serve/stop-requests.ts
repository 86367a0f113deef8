/** The ways in which a person or the system asks the app to stop. */

/** One Ctrl-C may arrive twice: from the terminal and, a moment later, forwarded by npm. */
const SAME_REQUEST_MS = 1000;
const PARENT_LOOK_MS = 500;

interface Handlers {
  first: () => void;
  /** A second, separate request: the person does not want to wait. */
  again: () => void;
}

/** Calls `first` once, however the request arrived, and `again` when it is repeated later. */
export function onStopRequest({ first, again }: Handlers): void {
  let askedAt: number | undefined;
  const ask = () => {
    const now = performance.now();
    if (askedAt === undefined) {
      askedAt = now;
      first();
    } else if (now - askedAt > SAME_REQUEST_MS) again();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
  if (process.env.npm_lifecycle_event) whenParentEnds(ask);
}

/** Some shells between npm and the app exit on a signal without forwarding it. */
function whenParentEnds(ask: () => void): void {
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    ask();
  }, PARENT_LOOK_MS);
  look.unref();
}
