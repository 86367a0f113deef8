/** The drawings that come with the site, by what they show; the files lie in apps/web/public/drawings. */
export const DRAWINGS = [
  'bathroom',
  'bedroom',
  'broom',
  'bucket',
  'cabinet',
  'calendar',
  'card',
  'chat',
  'clock',
  'cloth',
  'fan',
  'floors',
  'fridge',
  'gift',
  'home',
  'key',
  'kitchen',
  'leaf',
  'living-room',
  'mop',
  'oven',
  'person',
  'phone',
  'shield',
  'sparkle',
  'spray',
  'tile',
  'vacuum',
  'van',
  'water',
  'window',
] as const;

/** Where a drawing's picture is; null for a name that no drawing has. */
export function drawingUrl(name: string): string | null {
  return (DRAWINGS as readonly string[]).includes(name) ? `/drawings/${name}.svg` : null;
}
