import { paletteOf } from '#platform/kernel/palette.ts';
import { brandName } from './brand-name.ts';
import { INITIALS } from './initials.ts';
import { PETALS } from './look.ts';

interface MarkOf {
  readonly businessName: string;
  readonly brandColour: string;
}

/** The first letter of the name without its accent; petals if we have no outline of it, as of a Chinese one. */
function outlineOf(businessName: string): string {
  const [first = ''] = brandName(businessName).normalize('NFD').toUpperCase();
  return INITIALS[first] ?? PETALS;
}

/** The mark of a business without a square logo: its initial on its colour, as SVG. `ground`: with the background. */
export function markSvg({ businessName, brandColour }: MarkOf, { ground }: { ground: boolean }): string {
  const { act, 'act-ink': ink } = paletteOf(brandColour).light;
  const square = ground ? `<rect width="48" height="48" rx="8" fill="${act}"/>` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48">${square}<path fill="${ink}" d="${outlineOf(businessName)}"/></svg>`;
}
