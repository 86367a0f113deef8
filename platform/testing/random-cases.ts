import fc from 'fast-check';

/* `npm test` runs the same few random cases each time. `npm run test:deep` runs all of them with a new seed, which
   it prints. For a failing case fast-check prints seed and path; RANDOM_SEED and RANDOM_PATH rerun it. */
const { RANDOM_CASES, RANDOM_SEED, RANDOM_PATH } = process.env;

const FIXED_SEED = 20_261_125;

export const randomSeed = Number(RANDOM_SEED ?? FIXED_SEED);

/** A single case of one test is rerun. */
export const isReplay = RANDOM_PATH !== undefined;

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: randomSeed,
  ...(isReplay ? { path: RANDOM_PATH } : {}),
});

/** The number of cases of a test: `few` in `npm test`, `all` in `npm run test:deep`. */
export function randomCases(few: number, all: number): number {
  return RANDOM_CASES === 'all' ? all : few;
}
