import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const project = join(import.meta.dirname, '../../../..');

/** The gallery of parts, for development only: `npx vite platform/web/design/gallery`. */
export default defineConfig({
  root: import.meta.dirname,
  cacheDir: join(project, 'node_modules/.vite-gallery'),
  plugins: [react()],
  server: { fs: { allow: [project] } },
});
