import type { FieldError } from '../../kernel/refusal.ts';
import { holdsCardNumber } from './card-numbers.ts';

const DEEPEST = 20;

/**
 * Refuses text that must never be stored, in any field of a request: NUL and lone surrogates (PostgreSQL text cannot
 * hold them), and anything that looks like a card number (only the payment provider may see one).
 */
export function guardText(value: unknown, path = '', depth = 0): FieldError | null {
  if (typeof value === 'string') return guardString(value, path);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return null; // a file is not text
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
  if (holdsCardNumber(text)) {
    return { path, message: 'This looks like a card number. Enter it only in the card form.' };
  }
  return null;
}
