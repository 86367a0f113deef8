import type { Socket } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** With the second probe that fails the loss is noticed, 1.9 s after it at most. */
const PROBE_EVERY_MS = 300;
const PROBE_TIMEOUT_MS = 800;
const FAILURES_UNTIL_LOST = 2;

/** Thrown instead of waiting for a database that does not answer; becomes 503 with Retry-After. */
export class DatabaseUnavailable extends Error {
  constructor() {
    super('The database does not answer.');
  }
}

export interface MonitorOptions {
  /** Opens the connection for the probes. */
  readonly client: () => pg.Client;
  readonly onLost: () => void;
  readonly onFound: () => void;
}

/**
 * A health probe for the database. A host that vanishes without closing its connections leaves every request waiting until
 * TCP gives up, which takes minutes. When a probe fails, and a second one on a new connection fails too, `isAvailable` is
 * false until one succeeds. In both cases, also where the second succeeds (another host has taken over), the monitor closes
 * all connections: what waits on them fails now.
 */
export class DatabaseMonitor {
  isAvailable = true;
  readonly #sockets = new Set<Socket>();
  #stopping: AbortController | undefined;
  #probe: pg.Client | undefined;

  /** Remembers a connection's socket until it closes. */
  track<S extends Socket>(socket: S): S {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    return socket;
  }

  /** @throws DatabaseUnavailable while the database is lost */
  requireAvailable(): void {
    if (!this.isAvailable) throw new DatabaseUnavailable();
  }

  start(options: MonitorOptions): void {
    this.#stopping = new AbortController();
    void this.#watch(options, this.#stopping.signal);
  }

  stop(): void {
    this.#stopping?.abort();
    this.#closeProbe();
  }

  async #watch(options: MonitorOptions, stopping: AbortSignal): Promise<void> {
    let failures = 0;
    while (!stopping.aborted) {
      const before = failures;
      failures = (await this.#answers(options)) ? 0 : failures + 1;
      if (stopping.aborted) return;
      if (failures === 0 && before > 0) this.#find(options);
      if (failures >= FAILURES_UNTIL_LOST) this.#lose(options);
      await sleep(PROBE_EVERY_MS, undefined, { ref: false });
    }
  }

  #lose(options: MonitorOptions): void {
    if (this.isAvailable) options.onLost();
    this.isAvailable = false;
    this.#closeAll();
  }

  #find(options: MonitorOptions): void {
    this.#closeAll();
    if (!this.isAvailable) options.onFound();
    this.isAvailable = true;
  }

  #closeAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async #answers(options: MonitorOptions): Promise<boolean> {
    const late = sleep(PROBE_TIMEOUT_MS, false, { ref: false }).then(async () => {
      // A process that was busy for that long reads the answer that has arrived meanwhile first.
      await setImmediate();
      await setImmediate();
      return false;
    });
    const isAnswered = await Promise.race([this.#select(options), late]);
    if (!isAnswered) this.#closeProbe();
    return isAnswered;
  }

  async #select({ client }: MonitorOptions): Promise<boolean> {
    try {
      if (this.#probe === undefined) {
        const opened = client();
        this.#probe = opened;
        opened.on('error', () => undefined); // the next probe notices
        await opened.connect();
      }
      await this.#probe.query('select 1');
      return true;
    } catch {
      return false; // Whatever the reason: there is no database to work with.
    }
  }

  #closeProbe(): void {
    this.#probe?.end().catch(() => undefined);
    this.#probe = undefined;
  }
}
