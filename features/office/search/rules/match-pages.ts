export interface SearchPage {
  readonly label: string;
  /** The menu entry that it belongs to. */
  readonly note: string;
  readonly to: string;
}

/** The pages in whose names each word begins a word; those that begin with the search come first. */
export function matchPages(q: string, pages: readonly SearchPage[]) {
  const words = wordsOf(q);
  if (words.length === 0) return { first: [], others: [] };
  const found = pages.filter((page) => {
    const name = wordsOf(`${page.label} ${page.note}`);
    return words.every((word) => name.some((part) => part.startsWith(word)));
  });
  const isFirst = (page: SearchPage) => page.label.toLowerCase().startsWith(words.join(' '));
  return { first: found.filter(isFirst), others: found.filter((page) => !isFirst(page)) };
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s-]+/)
    .filter((word) => word !== '');
}
