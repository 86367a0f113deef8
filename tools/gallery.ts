/** `npm run gallery`: every component of the design system on one page, reloaded as you type. `PORT` is 6006 by default. */
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';

const root = join(import.meta.dirname, '..');

const vite = await createServer({
  configFile: false,
  root: join(root, 'apps/gallery'),
  publicDir: join(root, 'apps/web/public'),
  cacheDir: join(root, 'node_modules/.vite-gallery'),
  plugins: [react()],
  server: {
    host: process.env.HOST || '127.0.0.1',
    port: Number(process.env.PORT || 6006),
    fs: { allow: [root] },
  },
});
await vite.listen();
vite.printUrls();
