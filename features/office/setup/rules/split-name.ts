/**
 * A name as one field, in the fields of a person. The first name is what customers see: the first word of a European or
 * Malay name; of a Chinese one, written with the surname first, what comes after it. What was typed stays the full name.
 */
export function splitName(name: string): { firstname: string; lastname: string; displayName: string } {
  const words = name.trim().split(/\s+/);
  const [first = '', ...others] = words;
  if (others.length === 0) return { firstname: first, lastname: '', displayName: '' };
  const isSurnameFirst = SURNAMES.has(first.toLowerCase()) && words.length <= 4;
  if (isSurnameFirst) return { firstname: others.join(' '), lastname: first, displayName: words.join(' ') };
  return { firstname: first, lastname: others.join(' '), displayName: '' };
}

/** Common Chinese surnames as Singaporeans write them. Any other first word is taken for the first name. */
const SURNAMES = new Set(
  'tan lim lee ng ong wong goh chua chan koh teo ang yeo tay ho low toh sim chong chia fong phua quek loh lau heng seah chew cheong kwok leong leow soh yap foo poh chen wang zhang liu li yang huang zhao wu zhou xu sun zhu lin guo'.split(
    ' ',
  ),
);
