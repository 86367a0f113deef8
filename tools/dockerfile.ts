import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One instruction of a stage: `RUN npm ci`. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

const FIRST_LINE = /^FROM \S+(?: AS (\S+))?$/;

/** The instructions of the Dockerfile's stage with this name; `''` is the last stage, which has none. */
export function stageOf(name: string): readonly Instruction[] {
  const stages = new Map<string, Instruction[]>();
  let current: Instruction[] = [];
  for (const line of readFileSync(join(import.meta.dirname, '../Dockerfile'), 'utf8').split('\n')) {
    const [first, stage = ''] = FIRST_LINE.exec(line) ?? [];
    if (first !== undefined) {
      current = [];
      stages.set(stage, current);
    }
    if (first === undefined && /^[A-Z]/.test(line)) {
      const [instruction = '', ...text] = line.split(' ');
      current.push({ name: instruction, text: text.join(' ') });
    }
  }
  const found = stages.get(name);
  if (found === undefined) throw new Error(`The Dockerfile has no stage "${name}".`);
  return found;
}
