import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { Config } from '#platform/server/config.ts';
import { clusterFolder } from '#platform/server/database/embedded.ts';
import { SECRET_FILE } from '#platform/server/keys.ts';
import { copyCluster } from './copy-cluster.ts';
import { copyFolder, digest } from './copy-folder.ts';
import { type BackedUpFile, MANIFEST, type Manifest } from './manifest.ts';
import { requireTool, runTool } from './postgres-tools.ts';

interface BackupOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  /** A new folder. */
  readonly target: string;
}

/**
 * Backs up the database, the uploads and the generated secrets into a folder, beside a running Kemas. The folder has
 * its name only once it is complete.
 */
export async function makeBackup({ config, databaseUrl, target }: BackupOptions): Promise<Manifest> {
  if (existsSync(target)) throw new Error(`${target} exists already. Choose another name.`);
  const draft = `${resolve(target)}.part`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    const { major, schema } = await describeServer(databaseUrl);
    const isBundled = config.DATABASE_URL === undefined;
    const dataDir = resolve(config.DATA_DIR);
    const hasUploads = config.S3_BUCKET === undefined;
    // Uploads last: a row of the backup never names a picture that the backup lacks.
    const files = [
      ...(isBundled
        ? await backUpBundled({ dataDir, draft, databaseUrl })
        : await dump({ draft, databaseUrl, major })),
      ...(await copyFileIfExists(dataDir, draft, SECRET_FILE)),
      ...(hasUploads ? await copyUploads(dataDir, draft) : []),
    ];
    const manifest: Manifest = {
      format: 1,
      createdAt: new Date().toISOString(),
      database: isBundled ? 'copy' : 'dump',
      major,
      schema,
      hasUploads,
      files,
    };
    await writeFile(join(draft, MANIFEST), JSON.stringify(manifest, null, 1), { mode: 0o600, flush: true });
    await rename(draft, target);
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function describeServer(url: string): Promise<{ major: string; schema: string }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string; schema: string }>(
      "select current_setting('server_version_num') as version, (select max(name) from schema_migration) as schema",
    );
    const [{ version, schema } = { version: '', schema: '' }] = rows;
    return { major: String(Math.floor(Number(version) / 10_000)), schema };
  } finally {
    await client.end();
  }
}

interface Parts {
  readonly dataDir: string;
  readonly draft: string;
  readonly databaseUrl: string;
}

async function backUpBundled({ dataDir, draft, databaseUrl }: Parts): Promise<BackedUpFile[]> {
  const from = clusterFolder(dataDir);
  const cluster = await copyCluster({ url: databaseUrl, from, to: join(draft, 'postgres/cluster') });
  const password = await copyFileIfExists(join(dataDir, 'postgres'), join(draft, 'postgres'), 'password');
  return [...cluster.map((file) => ({ ...file, path: `cluster/${file.path}` })), ...password].map((file) => ({
    ...file,
    path: `postgres/${file.path}`,
  }));
}

async function dump({
  draft,
  databaseUrl,
  major,
}: Omit<Parts, 'dataDir'> & { major: string }): Promise<BackedUpFile[]> {
  requireTool('pg_dump', major);
  const folder = join(draft, 'database');
  const options = ['--format=directory', '--jobs=2', '--no-owner', '--no-privileges'];
  await runTool('pg_dump', databaseUrl, [...options, `--file=${folder}`]);
  const files: BackedUpFile[] = [];
  for (const name of await readdir(folder))
    files.push({ path: `database/${name}`, ...(await digest(join(folder, name))) });
  return files;
}

async function copyFileIfExists(from: string, to: string, name: string): Promise<BackedUpFile[]> {
  if (!existsSync(join(from, name))) return [];
  return [{ path: name, ...(await digest(join(from, name), join(to, name))) }];
}

/** There are none in a new data directory. */
async function copyUploads(dataDir: string, draft: string): Promise<BackedUpFile[]> {
  const from = join(dataDir, 'uploads');
  if (!existsSync(from)) return [];
  const excludes = (path: string) => path.endsWith('.part');
  const files = await copyFolder({ from, to: join(draft, 'uploads'), excludes });
  return files.map((file) => ({ ...file, path: `uploads/${file.path}` }));
}
