/** Starts Kemas from the environment, and stops it on Ctrl-C. */
import { resolve } from 'node:path';
import { type Config, ConfigError, loadConfig } from '#platform/server/config.ts';
import { type Serving, serve } from './serve.ts';
import { startErrorMessage } from './start-errors.ts';
import { onStopRequest } from './stop-requests.ts';

/** Starts Kemas; returns once it is ready or was stopped before that. Ends the process when it cannot start. */
export async function run(): Promise<void> {
  let serving: Serving | undefined;
  let config: Config;
  const stopping = new AbortController();
  onStopRequest({
    first: () => {
      stopping.abort();
      if (serving) void end(serving);
    },
    again: () => serving?.hurry(),
  });
  try {
    config = loadConfig(process.env);
    serving = await serve(config, stopping.signal);
  } catch (error) {
    if (stopping.signal.aborted) process.exit(0);
    console.error(`\n${error instanceof ConfigError ? error.message : startErrorMessage(error)}\n`);
    process.exit(1);
  }
  if (stopping.signal.aborted) return end(serving);
  const name = config.PROCESS === 'worker' ? 'The worker of Kemas' : 'Kemas';
  const data = config.DATABASE_URL === undefined ? [`Data: ${resolve(config.DATA_DIR)}`] : [];
  const lines = [`${name} is ready: ${serving.address}`, ...serving.signIns, ...data, 'Ctrl-C stops it.'];
  console.log(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`);
}

async function end(serving: Serving): Promise<void> {
  try {
    await serving.stop();
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
  process.exit(0);
}
