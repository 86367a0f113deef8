import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One instruction of a stage: `RUN npm ci`. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

const FIRST_LINE = /^FROM (\S+)(?: AS (\S+))?$/;

/** The image that every stage starts from, with its registry and version. */
export function baseImage(): string {
  const [base] = new Set(readLines().flatMap((line) => FIRST_LINE.exec(line)?.[1] ?? []));
  return base ?? '';
}

/** The lines of the Dockerfile, continued ones joined. */
function readLines(): string[] {
  const text = readFileSync(join(import.meta.dirname, '../Dockerfile'), 'utf8');
  return text.replaceAll(/\\\n\s*/g, '').split('\n');
}

/** The instructions of the Dockerfile's stage with this name; `''` is the last stage, which has none. */
export function stageOf(name: string): readonly Instruction[] {
  const stages = new Map<string, Instruction[]>();
  let current: Instruction[] = [];
  for (const line of readLines()) {
    const [first, , stage = ''] = FIRST_LINE.exec(line) ?? [];
    if (first !== undefined) {
      current = [];
      stages.set(stage, current);
    }
    if (first === undefined && /^[A-Z]/.test(line)) {
      const [instruction = '', ...words] = line.split(' ');
      current.push({ name: instruction, text: words.join(' ') });
    }
  }
  const found = stages.get(name);
  if (found === undefined) throw new Error(`The Dockerfile has no stage "${name}".`);
  return found;
}
