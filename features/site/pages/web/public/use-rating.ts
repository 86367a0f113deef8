import * as routes from '#features/routes.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { usePlainRead } from '#platform/web/api/use-plain-read.ts';
import type { Rating } from '../../contract.ts';

export const readRating = lightCall<typeof import('../../contract.ts').readRating>(routes.readRating);

/** The average customer rating; undefined until loaded. */
export function useRating(): Rating | undefined {
  return usePlainRead(readRating, {}).data;
}
