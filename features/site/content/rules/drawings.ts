/** The illustrations shipped with the site, by subject; the files are in apps/web/public/drawings. */
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

/** The URL of an illustration; null if the name is unknown. */
export function drawingUrl(name: string): string | null {
  return (DRAWINGS as readonly string[]).includes(name) ? `/drawings/${name}.svg` : null;
}
