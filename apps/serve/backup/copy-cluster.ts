import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { copyFolder, digest } from './copy-folder.ts';
import type { BackedUpFile } from './manifest.ts';

interface ClusterOptions {
  /** Of the running server, as a superuser. */
  readonly url: string;
  /** Its data directory. */
  readonly from: string;
  readonly to: string;
}

/**
 * Files that a restored server recreates, or must not have. Source: PostgreSQL manual, 25.3.4, "Making a Base Backup Using
 * the Low Level API".
 */
const EXCLUDED =
  /^(?:postmaster\.(?:pid|opts)|backup_label|tablespace_map|pg_(?:wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/.*|(?:.*\/)?(?:pgsql_tmp.*|pg_internal\.init|t\d+_.*))$/;

/**
 * Copies the files of a running PostgreSQL, with the WAL that makes them consistent. Writes go on:
 * the copy is the state at its end.
 */
export async function copyCluster({ url, from, to }: ClusterOptions): Promise<BackedUpFile[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Keeps the WAL until this connection ends.
    await client.query(
      `select pg_create_physical_replication_slot('kemas_backup_${process.pid}', true, true)`,
    );
    const started = await client.query<{ first: string }>(
      "select pg_walfile_name(pg_backup_start('kemas', fast => true)) as first",
    );
    const files = await copyFolder({ from, to, excludes: (path) => EXCLUDED.test(path) });
    const stopped = await client.query<{ last: string; labelfile: string }>(
      'select pg_walfile_name(lsn) as last, labelfile from pg_backup_stop(wait_for_archive => false)',
    );
    const [{ first } = { first: '' }] = started.rows;
    const [{ last, labelfile } = { last: '', labelfile: '' }] = stopped.rows;
    const label = join(to, 'backup_label');
    await writeFile(label, labelfile, { mode: 0o600, flush: true });
    const wal = await copyFolder({
      from: join(from, 'pg_wal'),
      to: join(to, 'pg_wal'),
      excludes: (name) => !/^[0-9A-F]{24}$/.test(name) || name < first || name > last,
    });
    return [
      ...files,
      { path: 'backup_label', ...(await digest(label)) },
      ...wal.map((file) => ({ ...file, path: `pg_wal/${file.path}` })),
    ];
  } finally {
    await client.end();
  }
}
