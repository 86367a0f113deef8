/** Starts Kemas from the environment, and stops it on Ctrl-C. */
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
      if (serving) void end(serving, 0);
    },
    again: () => serving?.hurry(),
  });
  try {
    const onLoss = (reason: string) => {
      console.error(`${reason}, so Kemas stops. The log above says why; start it again with npm start.`);
      if (serving) void end(serving, 1);
    };
    config = loadConfig(process.env);
    serving = await serve(config, onLoss, stopping.signal);
  } catch (error) {
    if (stopping.signal.aborted) process.exit(0);
    console.error(`\n${error instanceof ConfigError ? error.message : startErrorMessage(error)}\n`);
    process.exit(1);
  }
  if (stopping.signal.aborted) return end(serving, 0);
  const name = config.PROCESS === 'worker' ? 'The worker of Kemas' : 'Kemas';
  const lines = [`${name} is ready: ${serving.address}`, ...serving.signIns, 'Ctrl-C stops it.'];
  console.log(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`);
}

async function end(serving: Serving, code: number): Promise<void> {
  try {
    await serving.stop();
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
  process.exit(code);
}
