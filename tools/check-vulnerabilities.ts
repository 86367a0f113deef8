/**
 * Fails if a package that ships has a known vulnerability of high severity. The registry knows; without it, nothing is
 * checked, and this says so. Accepted ones are listed here with a reason.
 */
import { spawnSync } from 'node:child_process';
import { z } from 'zod';

/** By package: why it does not affect us, and until when (ISO day) that is believed. */
const ACCEPTED: Readonly<Record<string, { readonly why: string; readonly until: string }>> = {};
const SERIOUS = ['high', 'critical'];
const TIMEOUT_MS = 30_000;

const report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string() })),
});

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  timeout: TIMEOUT_MS,
  shell: process.platform === 'win32',
});
const read = report.safeParse(parsed(stdout));
if (!read.success) {
  console.log('Not checked: the registry did not say which packages are vulnerable.');
} else {
  const today = Temporal.Now.plainDateISO().toString();
  const found = Object.entries(read.data.vulnerabilities).filter(
    ([name, { severity }]) => SERIOUS.includes(severity) && !((ACCEPTED[name]?.until ?? '') >= today),
  );
  for (const [name, { severity, range }] of found) console.log(`${name} ${range}: ${severity}`);
  if (found.length > 0) process.exitCode = 1;
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}
