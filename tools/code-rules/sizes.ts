import type { Source, Violation } from './source.ts';

/** Lines of a feature's TypeScript, its texts included; tests and styles aside. A feature with more holds two nouns. */
const LARGEST_FEATURE = 6000;

/** The features that are too large. Of their files the sources leave out the tests. */
export function largeFeatures(sources: readonly Source[], most = LARGEST_FEATURE): Violation[] {
  const lines = new Map<string, number>();
  for (const { file, tree } of sources) {
    const feature = /^features\/([^/]+)\//.exec(file)?.[1];
    if (feature === undefined) continue;
    lines.set(feature, (lines.get(feature) ?? 0) + tree.getLineStarts().length - 1);
  }
  return [...lines]
    .filter(([, count]) => count > most)
    .map(([feature, count]) => ({
      file: `features/${feature}`,
      line: 1,
      what: `has ${count} lines of TypeScript, tests aside, more than ${most}: it holds two nouns`,
    }));
}
