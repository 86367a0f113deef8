import type { FieldError } from '../../kernel/refusal.ts';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** Not inside a word, a name with dashes or the decimals of a number. */
const CARD_LIKE = /(?<![\w-]|\d\.)[2-6](?:[ -]?\d){13,18}(?![\w-])/;
const DEEPEST = 20;

/**
 * Refuses in any text of a request what may never be stored: NUL and lone surrogates (PostgreSQL text
 * holds neither), and anything that looks like a card number (only the payment provider may see one).
 */
export function guardText(value: unknown, path = '', depth = 0): FieldError | null {
  if (typeof value === 'string') return guardString(value, path);
  if (typeof value !== 'object' || value === null) return null;
  if (depth > DEEPEST) return { path, message: 'This is nested too deeply.' };
  for (const [key, child] of Object.entries(value)) {
    const at = path === '' ? key : `${path}.${key}`;
    const wrong = guardString(key, path) ?? guardText(child, at, depth + 1);
    if (wrong !== null) return wrong;
  }
  return null;
}

function guardString(text: string, path: string): FieldError | null {
  if (text.includes('\u0000')) return { path, message: 'Remove the NUL character.' };
  if (!text.isWellFormed()) return { path, message: 'This text is not valid Unicode.' };
  if (looksLikeCard(text)) {
    return { path, message: 'This looks like a card number. Enter it only in the card form.' };
  }
  return null;
}

function looksLikeCard(text: string): boolean {
  if (text.length < 14 || UUID.test(text)) return false;
  const found = CARD_LIKE.exec(text.slice(0, 5000));
  return found !== null && passesLuhn(found[0].replace(/\D/g, ''));
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
