import bidiFactory, { type Bidi } from 'bidi-js';
import { type Face, plainText, type Run, textRuns } from '../rules/text-runs.ts';

/** Its types describe an ES module, but Node loads CommonJS, whose default import is the function itself. */
const bidi = (bidiFactory as unknown as () => Bidi)();
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** A run with its embedding level (Unicode bidirectional algorithm): odd levels are right to left. */
interface LevelRun extends Run {
  readonly level: number;
}

/**
 * The runs of one line in visual order from left to right, each as the font's shaper expects it. The base
 * direction is left to right.
 */
export function visualRuns(text: string, faces: readonly Face[]): Run[] {
  const plain = plainText(text);
  if (!RIGHT_TO_LEFT.test(plain)) return textRuns(plain, faces);
  const runs = levelsOf(plain).flatMap((part) =>
    textRuns(part.text, faces).map((run) => ({ ...mirrored(run, part.level), level: part.level })),
  );
  return inVisualOrder(runs);
}

/** Splits the line by embedding level. */
function levelsOf(line: string): { level: number; text: string }[] {
  const { levels } = bidi.getEmbeddingLevels(line, 'ltr');
  const parts: { level: number; text: string }[] = [];
  for (const [at, unit] of line.split('').entries()) {
    const level = levels[at] ?? 0;
    const last = parts.at(-1);
    if (last?.level === level) last.text += unit;
    else parts.push({ level, text: unit });
  }
  return parts;
}

/**
 * Fonts reverse Arabic letters themselves; punctuation between them is reversed here, and its brackets
 * mirrored.
 */
function mirrored({ face, text }: Run, level: number): Run {
  if (level % 2 === 0 || RIGHT_TO_LEFT.test(text)) return { face, text };
  const letters = [...text].toReversed().map((letter) => bidi.getMirroredCharacter(letter) ?? letter);
  return { face, text: letters.join('') };
}

/** Rule L2 of the algorithm: from the highest level down, sequences of at least that level are reversed. */
function inVisualOrder(runs: LevelRun[]): Run[] {
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  let ordered = runs;
  for (let level = highest; level > 0; level -= 1) ordered = reversedFrom(level, ordered);
  return ordered;
}

function reversedFrom(level: number, runs: readonly LevelRun[]): LevelRun[] {
  const ordered: LevelRun[] = [];
  let stretch: LevelRun[] = [];
  for (const run of runs) {
    if (run.level >= level) stretch.unshift(run);
    else {
      ordered.push(...stretch, run);
      stretch = [];
    }
  }
  return [...ordered, ...stretch];
}
