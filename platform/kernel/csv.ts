/** Makes Excel read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * A cell that a spreadsheet would run as a formula: it starts with = + - @, a tab or a line break, or with the
 * full-width form of one of the signs. Leading spaces and quotation marks do not help, because spreadsheets skip them
 * on import.
 */
const FORMULA = /^(?:[\t\r\n]|[\s"]*[=+\-@＝＋－＠])/;

/** A spreadsheet would read postal code 018956 as the number 18956. */
const LEADING_ZERO = /^0\d+$/;

/**
 * RFC 4180 quoting; a formula gets a leading apostrophe, and digits with a leading 0 are written as `="018956"`.
 * Source: OWASP, CSV injection.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  if (typeof value === 'string' && LEADING_ZERO.test(text)) return `"=""${text}"""`;
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
