/**
 * `npm run release -- <version> [--dry-run]`: everything that a release needs on this machine, and what to push. It refuses
 * a dirty tree and failing tests. `--dry-run` runs only the checks and builds the files, and changes nothing in git.
 *
 * `--files` builds the files of the version of package.json, and `--notes` prints what the changelog says about it: for
 * .github/workflows/release.yml.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { pack } from './pack.ts';
import {
  COMPOSE_FILES,
  releaseChangelog,
  releaseNotes,
  VERSIONED,
  versionProblem,
  versionsIn,
  withVersion,
} from './release/versions.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'dist/release');
const CHANGELOG = 'CHANGELOG.md';

const [current = ''] = versionsIn('package.json', read('package.json'));

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean' }, files: { type: 'boolean' }, notes: { type: 'boolean' } },
  });
  const isDry = values['dry-run'] === true;
  // Otherwise this would be a release, and the npm commands in it dry.
  if (process.env.npm_config_dry_run === 'true')
    throw new Error('npm took --dry-run for itself. Write -- before it: npm run release -- 0.2.0 --dry-run');
  if (positionals.length > 1) throw new Error(`Name one version, not ${positionals.join(' and ')}.`);
  if (values.notes) console.log(releaseNotes(read(CHANGELOG), current));
  else if (values.files) buildFiles(current);
  else release(positionals[0] ?? '', isDry);
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

function release(version: string, isDry: boolean): void {
  if (version === '') throw new Error('Name the version: npm run release -- 0.2.0');
  const problem = versionProblem(version, current, git('tag', '--list', `v${version}`) !== '');
  if (problem !== null) throw new Error(problem);
  const changes = git('status', '--porcelain');
  if (changes !== '' && !isDry) throw new Error(`There are changes that are not committed:\n${changes}`);
  if (!isDry) git('var', 'GIT_COMMITTER_IDENT'); // git says how to set it, before the tests take half an hour
  const date = Temporal.Now.plainDateISO().toString();
  const changelog = releaseChangelog(read(CHANGELOG), version, date);
  console.log(`Release ${version} of ${date}, with the notes:\n\n${releaseNotes(changelog, version)}\n`);
  run('tools/test.ts', ...(isDry ? ['--checks'] : []));
  if (isDry) {
    buildFiles(current);
    console.log(`\nThe version would be set in ${Object.keys(VERSIONED).join(', ')} and ${CHANGELOG}.`);
    return;
  }
  try {
    for (const file of Object.keys(VERSIONED)) write(file, withVersion(file, read(file), version));
    write(CHANGELOG, changelog);
    run('tools/check-api.ts', '--write');
    buildFiles(version);
    buildImage(version);
  } catch (error) {
    // Nothing else has changed: the tree was clean.
    git('restore', '.');
    git('clean', '--force', '-d', 'docs/releases');
    throw new Error(
      `${error instanceof Error ? error.message : error}\n\nNothing was released or tagged, and the files are as before. ` +
        'Mend the cause, and run it again.',
      { cause: error },
    );
  }
  if (git('status', '--porcelain') !== '') {
    git('add', '--all');
    git('commit', '--signoff', '--message', `Release ${version}`);
  }
  git('tag', '--annotate', `v${version}`, '--message', `Kemas ${version}`);
  console.log(`
Tagged v${version}. Look at dist/release, then push; .github/workflows/release.yml tests and publishes it:

    git push origin HEAD v${version}
`);
}

/** The npm package, its software bill of materials, and their checksums. */
function buildFiles(version: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { archive, bytes } = pack();
  cpSync(join(root, archive), join(folder, basename(archive)));
  packCompose(version);
  writeFileSync(join(folder, `kemas-${version}.cdx.json`), billOfMaterials());
  const sums = readdirSync(folder)
    .toSorted()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}  ${name}\n`,
    );
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
  console.log(`dist/release (package ${(bytes / 1e6).toFixed(1)} MB):\n${sums.join('')}`);
}

/** compose.yaml with the files that it mounts or reads, in a folder of their own. */
function packCompose(version: string): void {
  const name = `kemas-${version}-compose`;
  const draft = join(root, 'dist', name);
  rmSync(draft, { recursive: true, force: true });
  for (const file of COMPOSE_FILES) cpSync(join(root, file), join(draft, file));
  const archive = join('release', `${name}.tar.gz`);
  execFileSync('tar', ['-czf', archive, name], { cwd: join(root, 'dist'), stdio: 'inherit' });
  rmSync(draft, { recursive: true });
}

/** CycloneDX, of what the package installs. */
function billOfMaterials(): string {
  const options = ['--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--omit=dev'];
  const printed = execFileSync('npm', ['sbom', ...options], {
    cwd: join(root, 'dist/package'),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    shell: process.platform === 'win32',
  });
  const bill = JSON.parse(printed) as { metadata: { component: { name: string } } };
  bill.metadata.component.name = 'kemas'; // npm takes the folder's name
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** To try it: the workflow builds the one that is published, for two processors. */
function buildImage(version: string): void {
  const builder = ['docker', 'podman', 'buildah'].find(
    (name) => spawnSync(name, ['info'], { stdio: 'ignore' }).status === 0,
  );
  if (builder === undefined)
    console.log('No image was built: neither docker, podman nor buildah works here.');
  else {
    const { status } = spawnSync(builder, ['build', '--tag', `kemas:${version}`, '.'], {
      cwd: root,
      stdio: 'inherit',
    });
    if (status !== 0) throw new Error(`The image could not be built; ${builder} says why above.`);
  }
}

function run(tool: string, ...args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [tool, ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${tool} failed. Nothing was released.`);
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function write(file: string, text: string): void {
  writeFileSync(join(root, file), text);
}
