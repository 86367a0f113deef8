/** Kemas as the browser stories meet it: freshly built, in a folder of its own that is gone afterwards. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const built = spawnSync(process.execPath, [join(root, 'tools/build-web.ts')], { stdio: 'inherit' });
if (built.status !== 0) process.exit(1);

const dataDir = mkdtempSync(join(tmpdir(), 'kemas-stories-'));
const app = spawn(process.execPath, [join(root, 'apps/serve/main.ts')], {
  stdio: 'inherit',
  env: { ...process.env, DATA_DIR: dataDir },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.kill('SIGTERM'));
app.once('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
