/** A text, or a sign that opens, closes or separates. Everything else in JSON is passed over. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g;

/**
 * True when an object in valid JSON names a field twice. Which of the two counts differs from parser to parser, so
 * what was checked by one need not be what another acts on. Source: RFC 8259, section 4.
 */
export function namesTwice(json: string): boolean {
  const open: (Set<string> | null)[] = []; // the names of each object around; null for a list
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
