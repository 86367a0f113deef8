/** Settings of the bundled server. */
import { totalmem } from 'node:os';

/** Enough for several API processes, the worker and a psql session. */
const MAX_CONNECTIONS = 100;

const ALWAYS = {
  max_connections: String(MAX_CONNECTIONS),
  // The server log is in UTC; the pool sets business time for each session.
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements are short: compiling them costs more than it saves.
  jit: 'off',
  // Would add two processes to a count of a million rows: on machines with few cores that slows it, and everything
  // else.
  max_parallel_workers_per_gather: '0',
  // Errors reach the caller, who decides what to log; only the server's own problems are logged here.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  lc_messages: 'C',
};

const MEGABYTE = 2 ** 20;
const MIN_BUFFERS_MB = 128;
/** The working set of a million jobs with their indexes. */
const MAX_BUFFERS_MB = 2048;

/**
 * PostgreSQL's page cache in MB: a quarter of the memory (its manual, "Resource Consumption"), within bounds. Each page
 * that is missing there costs a system call per read, which in a virtual machine is most of a short statement. Memory
 * is allocated as it fills, so a small business never uses that much.
 *
 * @param memory of the machine, bytes
 */
export function sharedBuffers(memory: number): number {
  const quarter = Math.floor(memory / 4 / MEGABYTE);
  return Math.min(Math.max(quarter, MIN_BUFFERS_MB), MAX_BUFFERS_MB);
}

/** The container's limit if there is one; bytes. */
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
const TEMPORARY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  shared_buffers: '48MB',
  autovacuum: 'off',
};

/** Command line flags (`-c name=value`) for a durable server, or for a disposable one. */
export function serverSettings(durable: boolean): string[] {
  return toFlags({ ...ALWAYS, ...(durable ? DURABLE : TEMPORARY) });
}

/** `{ port: '1' }` → `['-c', 'port=1']` */
export function toFlags(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
