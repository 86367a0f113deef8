/** `npm start`. The compile cache is enabled before anything else is loaded: a second start takes half as long. */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/kemas/compiled'));
const { run } = await import('./run.ts');
await run();
flushCompileCache(); // now, because a killed process would not write it
