/**
 * A name that its owner's friend recognises and a stranger learns little from: the first word whole, of the others the
 * first letter, `Tan W*** L***` (API.md 3). Of a name that is one word the first letter alone, in Chinese the first
 * character.
 */
export function maskedName(fullname: string): string {
  const [first = '', ...others] = fullname.split(/\s+/).filter((word) => word !== '');
  return others.length === 0 ? masked(first) : [first, ...others.map(masked)].join(' ');
}

function masked(word: string): string {
  // A letter as people see it: an emoji or an accent is more than one code unit.
  const [letter] = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(word);
  return `${letter?.segment ?? ''}***`;
}
