export interface SplitName {
  readonly firstname: string;
  readonly lastname: string;
  /** The name as written, where it is not first name before last name; otherwise empty. */
  readonly displayName: string;
}

/**
 * Chinese surnames as romanised in Singapore: the most frequent ones of the Department of Statistics, with their common
 * spellings. Written before the given name.
 */
const SURNAMES = new Set(
  (
    'ang au boey cai chan chang chao cheah chee chen cheng cheong chew chia chiam chin chong choo chow chua chung ding ' +
    'fong foo fu goh guo han he heng ho hong hsu hu huang jiang kang khoo kho koh kok kwan kwek kwok lam lau lee leong ' +
    'leow li liang liew lim lin ling liu loh loke low lu lui ma mok neo ng ngo ong ooi oh pang peh phua poh poon quah ' +
    'quek seah seow sim sin sng soh song soon su sun tan tang tay teh teng teo tham toh tong wang wee wong woo wu xie xu ' +
    'yan yang yap yee yeo yeoh yip yong yu yuen zeng zhang zhao zheng zhou zhu'
  ).split(' '),
);
/** `son of`, `daughter of`: what follows is the father's name. */
const PATRONYMIC = /\s(?=(?:bin|binte|binti|bte|s\/o|d\/o|a\/l|a\/p)\s)/i;
const COMPANY = /\b(?:pte|ltd|llp|llc|inc|company|co|trading|services|restaurant|clinic|school)\b\.?/i;

/** Splits a full name: `Lim, Siew Hua`, `Lim Siew Hua`, `Kavitha Nair`, `Aisyah binte Rahman`. */
export function splitFullName(written: string): SplitName {
  const name = written.replaceAll(/\s+/g, ' ').trim();
  const whole = { firstname: name, lastname: '', displayName: '' };
  if (COMPANY.test(name)) return whole;
  const [last = '', first = '', ...more] = name.split(',').map((part) => part.trim());
  if (first !== '' && more.length === 0) return { firstname: first, lastname: last, displayName: '' };
  const [own = '', father] = name.split(PATRONYMIC, 2);
  if (father !== undefined) return { firstname: own, lastname: father, displayName: '' };
  const words = name.split(' ');
  const [word = '', ...rest] = words;
  if (words.length === 1) return whole;
  if (SURNAMES.has(word.toLowerCase()))
    return { firstname: rest.join(' '), lastname: word, displayName: name };
  return { firstname: words.slice(0, -1).join(' '), lastname: words.at(-1) ?? '', displayName: '' };
}
