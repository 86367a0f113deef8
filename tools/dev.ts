/** `npm run dev`: the web app with hot reload in front, the server behind it, restarted when its files change. */

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'vite';
import { freePort } from '#platform/server/free-port.ts';

const root = join(import.meta.dirname, '..');
const port = Number(process.env.PORT || 3000);
const host = process.env.HOST || '127.0.0.1';
/** Paths that are proxied to the server; everything else is the web app's. */
const SERVED_BY_API = [
  '/api',
  '/brand',
  '/cleaner.webmanifest',
  '/healthz',
  '/readyz',
  '/metrics',
  '/sandbox',
  '/uploads',
];

const apiPort = await freePort();
const vite = await createServer({
  configFile: join(root, 'vite.config.ts'),
  plugins: [
    {
      name: 'business', // normally the server writes them into the page, but here Vite serves the page
      transformIndexHtml: (page) =>
        page
          .replace('__BUSINESS_ZONE__', process.env.BUSINESS_TZ || 'Asia/Singapore')
          .replaceAll('__BUSINESS_NAME__', 'Kemas'),
    },
  ],
  server: {
    host,
    port,
    strictPort: true,
    proxy: Object.fromEntries(SERVED_BY_API.map((path) => [path, `http://127.0.0.1:${apiPort}`])),
  },
});
await vite.listen();

const address = `http://localhost:${port}`;
const api = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', join(root, 'apps/serve/main.ts')],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(apiPort),
      HOST: '127.0.0.1',
      PUBLIC_URL: process.env.PUBLIC_URL || address,
    },
  },
);
api.once('exit', (code) => void vite.close().finally(() => process.exit(code ?? 0)));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => api.kill('SIGTERM'));
