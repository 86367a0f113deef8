import type { Problem, Weights } from '../problem.ts';

/** An instance of home health care routing in the JSON format of github.com/iolab-uniud/hhcrsp. */
export interface HomeCareInstance {
  readonly patients: readonly {
    readonly id: string;
    readonly time_window: readonly [number, number];
    readonly required_caregivers: readonly { readonly service: string; readonly duration: number }[];
    readonly synchronization?: {
      readonly type: string;
      readonly distance?: readonly [number, number] | number | null;
    } | null;
  }[];
  readonly caregivers: readonly { readonly id: string; readonly abilities: readonly string[] }[];
  /** The office first, then the patients in order. */
  readonly distances: readonly (readonly number[])[];
}

/** (Distance + sum of lateness + largest lateness) / 3, as published with the instances; every patient is visited. */
const HOME_CARE_WEIGHTS: Weights = {
  ride: 1 / 3,
  homeRide: 1 / 3,
  late: 1 / 3,
  latest: 1 / 3,
  incomplete: 100_000,
  missing: 10_000,
  changedCleaner: 0,
  movedStart: 0,
  squaredHours: 0,
  preference: 0,
};

/** Caregivers leave the office at 0, and lateness is never forbidden. */
export function homeCareProblem({ patients, caregivers, distances }: HomeCareInstance): Problem {
  const places = distances.length;
  const matrix = Float64Array.from(distances.flat());
  return {
    visits: patients.map((patient, i) => {
      const sync = patient.synchronization;
      const distance = sync?.type === 'sequential' ? sync.distance : undefined;
      return {
        id: patient.id,
        place: i + 1,
        earliest: patient.time_window[0],
        latest: patient.time_window[1],
        maxLateMinutes: Number.POSITIVE_INFINITY,
        positions: patient.required_caregivers.map(({ service, duration }) => ({
          minutes: duration,
          suited: caregivers.flatMap(({ abilities }, c) => (abilities.includes(service) ? [c] : [])),
        })),
        ...(Array.isArray(distance) && { gap: [distance[0], distance[1]] as const }),
      };
    }),
    cleaners: caregivers.map(({ id }) => ({
      id,
      home: 0,
      setsOutAt: 0,
      atWork: [[0, Number.POSITIVE_INFINITY]],
      maxMinutes: Number.POSITIVE_INFINITY,
    })),
    travel: { places, keep: matrix, ride: matrix },
    weights: HOME_CARE_WEIGHTS,
  };
}
