/** A table: numbers to the right, words to the left. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const rules = head.map((_, i) => (i === 0 ? '---' : '--:'));
  return [line(head), line(rules), ...rows.map(line)].join('\n');
}

/** Whether a goal is met, plain to see. */
export function verdict(isMet: boolean): string {
  return isMet ? '✓' : '**✗**';
}

/** Three digits are enough. */
export function milliseconds(ms: number | undefined): string {
  if (ms === undefined) return '';
  return ms.toFixed(ms < 10 ? 1 : 0);
}
