import { lightCall } from '#platform/web/api/callable.ts';
import { usePlainRead } from '#platform/web/api/use-plain-read.ts';
import type { Rating } from '../../contract.ts';

export const readRating = lightCall<typeof import('../../contract.ts').readRating>({
  method: 'GET',
  path: '/reviews/rating',
});

/** The average customer rating; undefined until loaded. */
export function useRating(): Rating | undefined {
  return usePlainRead(readRating, {}).data;
}
