import { spawn, spawnSync } from 'node:child_process';

type Tool = 'pg_dump' | 'pg_restore';

/** @throws a sentence for the operator if the tool is missing or older than the server */
export function requireTool(tool: Tool, serverMajor: string): void {
  const { stdout, error } = spawnSync(tool, ['--version'], { encoding: 'utf8' });
  const major = /(\d+)(?:\.\d+)*/.exec(stdout ?? '')?.[1];
  if (error !== undefined || major === undefined)
    throw new Error(
      `${tool} is missing. Install PostgreSQL's client programs, version ${serverMajor} or newer.`,
    );
  if (Number(major) < Number(serverMajor))
    throw new Error(`${tool} is of version ${major}, and the server of ${serverMajor}. Install a newer one.`);
}

/** Runs it to the end; its messages go to the terminal. The password of the address is not visible to other users. */
export async function runTool(tool: Tool, url: string, args: readonly string[]): Promise<void> {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  const child = spawn(tool, [...args, `--dbname=${address.href}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...(password !== '' && { PGPASSWORD: password }) },
  });
  const code = await new Promise<number | null>((ended, failed) => {
    child.once('error', failed);
    child.once('close', ended);
  });
  if (code !== 0) throw new Error(`${tool} failed; its message is above.`);
}
