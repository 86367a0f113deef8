import bidiFactory, { type Bidi } from 'bidi-js';
import { type Face, plainText, type Run, textRuns } from '../rules/text-runs.ts';

/** Its types describe an ES module; Node loads a CommonJS one, whose default import is the function itself. */
const bidi = (bidiFactory as unknown as () => Bidi)();
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** A run with its level in the Unicode bidirectional algorithm: odd levels are read from right to left. */
interface LevelRun extends Run {
  readonly level: number;
}

/** The runs of one line as they stand from left to right, each as the font's shaper wants it. The line itself is English. */
export function visualRuns(text: string, faces: readonly Face[]): Run[] {
  const plain = plainText(text);
  if (!RIGHT_TO_LEFT.test(plain)) return textRuns(plain, faces);
  const runs = levelsOf(plain).flatMap((part) =>
    textRuns(part.text, faces).map((run) => ({ ...mirrored(run, part.level), level: part.level })),
  );
  return inVisualOrder(runs);
}

/** The line in stretches of one level. */
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

/** Fonts reverse letters of Arabic by themselves; punctuation between them is reversed here, and its brackets face the other way. */
function mirrored({ face, text }: Run, level: number): Run {
  if (level % 2 === 0 || RIGHT_TO_LEFT.test(text)) return { face, text };
  const letters = [...text].toReversed().map((letter) => bidi.getMirroredCharacter(letter) ?? letter);
  return { face, text: letters.join('') };
}

/** Rule L2 of the algorithm: from the highest level down, stretches of at least that level are reversed. */
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
