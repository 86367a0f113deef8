import { randomFrom } from '../random.ts';
import type { HomeCareInstance } from './home-care.ts';

interface Size {
  readonly patients: number;
  readonly caregivers: number;
  readonly seed: number;
}

const SERVICES = ['s1', 's2', 's3', 's4', 's5', 's6'];

/**
 * An instance as described in Mankowska et al. 2014: a square of 100 minutes, windows of two hours within ten, three in
 * ten patients with two services, half of them at the same time.
 */
export function randomHomeCare({ patients, caregivers, seed }: Size): HomeCareInstance {
  const random = randomFrom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const points = Array.from({ length: patients + 1 }, () => [below(100), below(100)] as const);
  const services = Array.from({ length: caregivers }, (_, c) => (c % 2 === 0 ? 0 : 3));
  return {
    patients: Array.from({ length: patients }, (_, i) => {
      const from = below(480);
      const isDouble = random() < 0.3;
      const isTogether = random() < 0.5;
      const duration = 10 + below(11);
      const least = below(60);
      return {
        id: `p${i + 1}`,
        time_window: [from, from + 120] as const,
        // The first service is done by one half of the caregivers, the second by the other half.
        required_caregivers: isDouble
          ? [
              { service: SERVICES[below(3)] ?? '', duration },
              { service: SERVICES[3 + below(3)] ?? '', duration },
            ]
          : [{ service: SERVICES[below(6)] ?? '', duration }],
        synchronization: isDouble
          ? {
              type: isTogether ? 'simultaneous' : 'sequential',
              distance: isTogether ? null : ([least, 2 * least] as const),
            }
          : null,
      };
    }),
    caregivers: services.map((first, c) => ({
      id: `c${c + 1}`,
      abilities: SERVICES.slice(first, first + 3),
    })),
    distances: points.map(([x, y]) => points.map(([x2, y2]) => Math.hypot(x - x2, y - y2))),
  };
}
