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
 * Common Chinese surnames in Singapore, which are usually said and written first. The office can correct the guess in
 * the form.
 */
const SURNAMES_SAID_FIRST = new Set(
  'tan lim lee ng ong wong goh chua chan koh teo ang yeo tay ho low toh sim chong chia'.split(' '),
);

/**
 * A new customer's fields from the text of a search without a match: `9123 4567` is the mobile, `mei@example.com` the
 * e-mail address, and `Mdm Mei Ling Tan` or `Mdm Tan Mei Ling` a salutation, first names and a last name.
 */
export function personFromSearch(typed: string): Person {
  const text = typed.trim();
  if (text.includes('@')) return { ...NOBODY, email: text };
  if (/^[+\d][\d\s()-]*$/.test(text))
    return { ...NOBODY, mobile: text.replace(/^\+?65(?=\s*\d{4})/, '').trim() };
  const words = text.split(/\s+/).filter((word) => word !== '');
  const [first = ''] = words;
  const salutation = SALUTATIONS.find((one) => one.toLowerCase() === first.toLowerCase().replace(/\.$/, ''));
  if (salutation === undefined) return { ...NOBODY, ...namesFrom(words.map(capital)) };
  const names = words.slice(1).map(capital);
  // "Mdm Tan" gives only a last name.
  const [only = ''] = names;
  return { ...NOBODY, salutation, ...(names.length === 1 ? { lastname: only } : namesFrom(names)) };
}

/** A single name is a first name. The last name is the first word if that is a surname said first, otherwise the last. */
function namesFrom(names: readonly string[]): Pick<Person, 'firstname' | 'lastname'> {
  const [first = '', ...others] = names;
  const last = others.at(-1);
  if (last === undefined) return { firstname: first, lastname: '' };
  if (isSaidFirst(first) && !isSaidFirst(last)) return { firstname: others.join(' '), lastname: first };
  return { firstname: names.slice(0, -1).join(' '), lastname: last };
}

function isSaidFirst(name: string): boolean {
  return SURNAMES_SAID_FIRST.has(name.toLowerCase());
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
