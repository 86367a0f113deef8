/** `npm start`: the engine as Kemas wants it, then Kemas. */
import { settle, startAgainTuned } from './tuned.ts';

startAgainTuned();
const { run } = await import('./run.ts');
await run();
settle();
