/** A string, or a character that opens, closes or separates. All other JSON is skipped. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g;

/**
 * True when an object in valid JSON names a field twice. Parsers differ in which of the two they use, so what one has
 * checked may not be what another acts on. Source: RFC 8259, section 4.
 */
export function namesTwice(json: string): boolean {
  const open: (Set<string> | null)[] = []; // the names of each enclosing object; null for a list
  let isNameNext = false;
  for (const [token] of json.matchAll(TOKENS)) {
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : null);
    else if (token === '}' || token === ']') open.pop();
    const names = open.at(-1);
    if (isNameNext && token.startsWith('"') && names) {
      const name: unknown = JSON.parse(token);
      if (names.has(String(name))) return true;
      names.add(String(name));
    }
    isNameNext = token === '{' || (token === ',' && names != null);
  }
  return false;
}
