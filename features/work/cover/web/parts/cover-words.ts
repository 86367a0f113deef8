import type { CoverChoice } from '../../contract.ts';

const VERBS = [
  ['Cover', ['replace', 'swap']],
  ['move', ['move']],
  ['ask', ['ask']],
  ['cancel', ['cancel']],
] as const satisfies readonly (readonly [string, readonly CoverChoice['kind'][]])[];

/** What a press would do: `Cover 4, ask 1`. */
export function coverWords(choices: readonly CoverChoice[]): string {
  const parts = VERBS.flatMap(([verb, kinds]) => {
    const count = choices.filter(({ kind }) => kinds.some((one) => one === kind)).length;
    return count === 0 ? [] : [`${verb} ${count}`];
  });
  const words = parts.join(', ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
