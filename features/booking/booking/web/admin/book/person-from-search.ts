import { SALUTATIONS } from '#features/people/customers/rules/salutations.ts';

/** The fields of a new customer that a search text can fill. */
export interface Person {
  readonly salutation: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly mobile: string;
  readonly email: string;
}

export const NOBODY: Person = { salutation: '', firstname: '', lastname: '', mobile: '', email: '' };

/**
 * A new customer's fields from the text of a search without a match: `9123 4567` is the mobile, `mei@example.com` the
 * e-mail address, and `Mdm Tan Mei Ling` a salutation, first names and a last name, which is the last word.
 */
export function personFromSearch(typed: string): Person {
  const text = typed.trim();
  if (text.includes('@')) return { ...NOBODY, email: text };
  if (/^[+\d][\d\s()-]*$/.test(text))
    return { ...NOBODY, mobile: text.replace(/^\+?65(?=\s*\d{4})/, '').trim() };
  const words = text.split(/\s+/).filter((word) => word !== '');
  const [first = ''] = words;
  const salutation = SALUTATIONS.find((one) => one.toLowerCase() === first.toLowerCase().replace(/\.$/, ''));
  const names = (salutation ? words.slice(1) : words).map(capital);
  // "Mdm Tan" gives only a last name; a single name without a salutation is a first name.
  const lastname = names.length > 1 || salutation !== undefined ? (names.at(-1) ?? '') : '';
  const firstnames = lastname === '' ? names : names.slice(0, -1);
  return { ...NOBODY, salutation: salutation ?? '', firstname: firstnames.join(' '), lastname };
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
