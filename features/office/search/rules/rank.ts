interface Person {
  readonly fullname: string;
  /** With the country code, without a plus sign. */
  readonly mobile: string;
}

const COUNTRY_CODE = '65';

/** The people who match a search best first: the same name or number, then those that begin with it. */
export function rankPeople<P extends Person>(q: string, people: readonly P[]): P[] {
  return people.toSorted((a, b) => rankOf(q, a) - rankOf(q, b) || a.fullname.localeCompare(b.fullname));
}

/** 0: the same name or number; 1: it begins with the search; 2: the search is somewhere inside. */
export function rankOf(q: string, { fullname, mobile }: Person): 0 | 1 | 2 {
  const digits = q.replace(/\D/g, '');
  if (digits !== '') {
    const numbers = [mobile, mobile.startsWith(COUNTRY_CODE) ? mobile.slice(COUNTRY_CODE.length) : mobile];
    if (numbers.includes(digits)) return 0;
    if (numbers.some((number) => number.startsWith(digits))) return 1;
  }
  const [name, words] = [wordsOf(fullname), wordsOf(q)];
  if (name.join(' ') === words.join(' ')) return 0;
  return words.length > 0 && words.every((word) => name.some((part) => part.startsWith(word))) ? 1 : 2;
}

/** Without case and accents, as the database compares them. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[\s,;、]+/u).filter((word) => word !== '');
}
