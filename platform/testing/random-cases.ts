import fc from 'fast-check';

/*
 * `npm test` runs the same few random cases each time. `npm run test:deep` runs all of them from a new seed, which it
 * prints. fast-check prints seed and path of a case that failed; RANDOM_SEED and RANDOM_PATH run that case again.
 */
const { RANDOM_CASES, RANDOM_SEED, RANDOM_PATH } = process.env;

const FIXED_SEED = 20_261_125;

export const randomSeed = Number(RANDOM_SEED ?? FIXED_SEED);

/** Only one case of one test is run again. */
export const isReplay = RANDOM_PATH !== undefined;

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: randomSeed,
  ...(isReplay ? { path: RANDOM_PATH } : {}),
});

/** How many cases a test runs: `few` as part of `npm test`, `all` in `npm run test:deep`. */
export function randomCases(few: number, all: number): number {
  return RANDOM_CASES === 'all' ? all : few;
}
