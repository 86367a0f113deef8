/** The settings that the bundled server is started with. */
import { totalmem } from 'node:os';

/** Room for several API processes, the worker and a person with psql. */
const MAX_CONNECTIONS = 100;

const ALWAYS = {
  max_connections: String(MAX_CONNECTIONS),
  // What a person wrote is UTC in the log; business time is set for each session by the pool.
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Short statements only: compiling them costs more than it saves.
  jit: 'off',
  // Two processes more for a count of a million rows: where there are few processors, they make it slower, and all else too.
  max_parallel_workers_per_gather: '0',
  // Errors reach the caller, who decides what is worth a line; the server's own troubles stay.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  lc_messages: 'C',
};

const MEGABYTE = 2 ** 20;
const LEAST_BUFFERS_MB = 128;
/** What a million jobs and their indexes have in use. */
const MOST_BUFFERS_MB = 2048;

/**
 * How much of its tables PostgreSQL keeps at hand, MB: a quarter of the memory (its manual, "Resource Consumption"), in bounds.
 * What is missing there costs a system call each time it is read, and in a virtual machine that is most of a
 * short statement. Memory is taken as it fills: a small business never has that much.
 *
 * @param memory of the machine, bytes
 */
export function sharedBuffers(memory: number): number {
  const quarter = Math.floor(memory / 4 / MEGABYTE);
  return Math.min(Math.max(quarter, LEAST_BUFFERS_MB), MOST_BUFFERS_MB);
}

/** In a container its limit; bytes. */
function machineMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

const DURABLE = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: `${sharedBuffers(machineMemory())}MB`,
  random_page_cost: '1.1',
};

/** For tests: nothing has to survive a crash, and many small databases are cloned. */
const FLEETING = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  shared_buffers: '48MB',
  autovacuum: 'off',
};

/** Command line settings (`-c name=value`) for a server that keeps its data, or for one that need not. */
export function serverSettings(durable: boolean): string[] {
  return toFlags({ ...ALWAYS, ...(durable ? DURABLE : FLEETING) });
}

/** `{ port: '1' }` → `['-c', 'port=1']` */
export function toFlags(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
