/** Fails a test that prints anything unexpected, because warnings that everyone scrolls past are useless. */
import { afterAll, afterEach } from 'vitest';

const METHODS = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const;

let printed: string[] = [];

for (const method of METHODS) {
  // A test that expects output spies on the method, which replaces this function.
  console[method] = (...words: unknown[]) => {
    printed.push(`console.${method}: ${words.map(String).join(' ')}`);
  };
}

afterEach(failIfPrinted);
afterAll(failIfPrinted);

function failIfPrinted(): void {
  const lines = printed;
  printed = [];
  if (lines.length > 0) throw new Error(`Unexpected output:\n${lines.join('\n')}`);
}
