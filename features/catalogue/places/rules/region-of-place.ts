import type { RegionReply } from '../contract.ts';

/** Towns that the names of the postal districts leave out, by district. */
const TOWNS: Readonly<Record<string, string>> = {
  'Bukit Merah': '03',
  Kallang: '12',
  'Marine Parade': '15',
  Simei: '18',
  Sengkang: '19',
  'Bukit Batok': '23',
  'Boon Lay': '22',
  Woodlands: '25',
};

/**
 * The region of a place as people write it: `Bedok` and `near Punggol MRT`. Null if no name of an area is in it. The longest
 * name counts: Serangoon Garden is in another region than Serangoon.
 */
export function regionOfPlace(place: string, regions: readonly RegionReply[]): string | null {
  const written = wordsOf(place);
  const names = regions.flatMap(({ id, name, areas, districts }) => {
    const towns = Object.keys(TOWNS).filter((town) => districts.includes(TOWNS[town] ?? ''));
    const parts = areas.flatMap((area) => area.replaceAll('(part)', '').split(','));
    const isRegion = wordsOf(name) === written ? [name] : [];
    return [...parts, ...towns, ...isRegion].map((part) => ({ id, words: wordsOf(part) }));
  });
  const longest = names
    .filter(({ words }) => written.includes(words))
    .toSorted((one, other) => other.words.length - one.words.length)[0];
  return longest?.id ?? null;
}

/** In lower case, with a space before and after each word. */
function wordsOf(text: string): string {
  return ` ${
    text
      .toLowerCase()
      .match(/[a-z0-9']+/g)
      ?.join(' ') ?? '-'
  } `;
}
