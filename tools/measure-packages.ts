/**
 * Measures the size of each npm package in the browser, as far as the web app uses it: builds the app with every
 * package in a separate chunk, and prints the gzipped sizes. Quoted in docs/dependencies.md.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const MARK = 'package--';
const outDir = mkdtempSync(join(tmpdir(), 'kemas-packages-'));

await build({
  configFile: join(import.meta.dirname, '../vite.config.ts'),
  logLevel: 'error',
  build: {
    outDir,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: partOf, test: /node_modules/ }] } },
    },
  },
});

for (const [name, bytes] of sizes().sort((a, b) => b[1] - a[1])) {
  console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${name}`);
}
rmSync(outDir, { recursive: true, force: true });

function partOf(id: string): string {
  const name =
    id
      .split('node_modules/')
      .at(-1)
      ?.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? 'other';
  return MARK + name.replace('/', '_');
}

function sizes(): [string, number][] {
  const assets = join(outDir, 'assets');
  return readdirSync(assets)
    .filter((file) => file.startsWith(MARK) && file.endsWith('.js'))
    .map((file) => [
      file
        .slice(MARK.length)
        .replace(/-[\w-]{8}\.js$/, '')
        .replace(/^(@[^_]+)_/, '$1/'),
      gzipSync(readFileSync(join(assets, file)), { level: 9 }).length,
    ]);
}
