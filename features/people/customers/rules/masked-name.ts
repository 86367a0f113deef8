/**
 * Masks a name so that a friend recognises it and a stranger learns little: the first word in full and the
 * initials of the others, `Tan W*** L***`. Of a one-word name only the first letter, in Chinese
 * the first character.
 */
export function maskedName(fullname: string): string {
  const [first = '', ...others] = fullname.split(/\s+/).filter((word) => word !== '');
  return others.length === 0 ? masked(first) : [first, ...others.map(masked)].join(' ');
}

function masked(word: string): string {
  // A grapheme: an emoji or an accented letter can be several code units.
  const [letter] = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(word);
  return `${letter?.segment ?? ''}***`;
}
