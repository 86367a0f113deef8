import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const DATABASE = path.resolve(import.meta.dirname, '../../database');

/** The checksums of all migrations, in the format of `sha256sum`. Lines are only ever added. */
export const SUMS = path.join(DATABASE, 'migrations.sha256');

/** The line of each migration as it is now. */
export async function migrationSums(): Promise<string[]> {
  const folder = path.join(DATABASE, 'migrations');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file))));
  return files.map((file, i) => `${sha256(texts[i] ?? Buffer.alloc(0))}  migrations/${file}`);
}

/** Lists new migrations. Listed ones keep their line, so that a later change of one fails the tests. */
export async function listNewMigrations(): Promise<string> {
  const listed = (await readFile(SUMS, 'utf8')).split('\n').filter(Boolean);
  const fresh = (await migrationSums()).filter((line) => !listed.some((old) => nameIn(old) === nameIn(line)));
  return `${[...listed, ...fresh].join('\n')}\n`;
}

function nameIn(line: string): string {
  return line.split('  ')[1] ?? '';
}

function sha256(text: Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}
