import { dirname, relative } from 'node:path';
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Prints each failure as soon as it happens, with the folder of its screenshot, requests and server log. */
export default class Failures implements Reporter {
  private failed = 0;

  onTestEnd(test: TestCase, { status, errors, attachments }: TestResult): void {
    if (status === 'skipped' || status === test.expectedStatus) return;
    this.failed += 1;
    const { file, line } = test.location;
    console.log(`\n✗ ${relative('', file)}:${line} ${test.title}`);
    for (const { message, stack } of errors) console.log(stack ?? message);
    const picture = attachments.find(({ path }) => path !== undefined)?.path;
    if (picture !== undefined)
      console.log(`Screenshot, last requests and server log: ${relative('', dirname(picture))}`);
  }

  onEnd({ status, duration }: FullResult): void {
    console.log(`Browser tests ${status} after ${(duration / 1000).toFixed(0)} s, ${this.failed} failed.`);
  }

  printsToStdio(): boolean {
    return true;
  }
}
