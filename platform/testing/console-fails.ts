/** Whatever a test prints without having said so fails it: a warning that everybody scrolls past helps nobody. */
import { afterAll, afterEach } from 'vitest';

const METHODS = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const;

let printed: string[] = [];

for (const method of METHODS) {
  // A test that expects output spies on the method, and so takes this one's place.
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
