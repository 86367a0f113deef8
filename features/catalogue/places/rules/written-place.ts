/** Abbreviations that stay in capitals. */
const CAPITALS = new Set([
  'HDB',
  'MRT',
  'LRT',
  'JTC',
  'NTUC',
  'NUS',
  'NTU',
  'SMU',
  'CPF',
  'II',
  'III',
  'IV',
  'VI',
  'VII',
]);

/**
 * A street or building as people write it; a map has it in capitals: `LORONG 2 TOA PAYOH` becomes `Lorong 2 Toa Payoh`.
 * A word with a figure stays as it is: `10A`.
 */
export function writtenPlace(capitals: string): string {
  return capitals
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[^\s\-/(@]+/g, writtenWord);
}

function writtenWord(word: string): string {
  if (CAPITALS.has(word) || /\d/.test(word)) return word;
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}
