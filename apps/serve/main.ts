/** `npm start`: the engine as Kemas wants it, then Kemas. */
import { flushCompileCache } from 'node:module';
import { startAgainTuned } from './tuned.ts';

startAgainTuned();
const { run } = await import('./run.ts');
await run();
flushCompileCache(); // now, because a process that is killed writes nothing when it ends
