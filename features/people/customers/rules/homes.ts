/**
 * Types of home in Singapore, for an address's `type`. HDB counts the living room: a 4-room flat has 3 bedrooms.
 */
export const HOME_TYPES = [
  'hdb_1_2',
  'hdb_3',
  'hdb_4',
  'hdb_5',
  'hdb_exec',
  'condo_1',
  'condo_2',
  'condo_3',
  'condo_4plus',
  'landed',
  'office',
  'other',
] as const;
export type HomeType = (typeof HOME_TYPES)[number];

/** The languages that a home can prefer, by their stored name and their own name. */
export const HOME_LANGUAGES = [
  { name: 'English', ownName: 'English', tag: 'en' },
  { name: 'Mandarin', ownName: '中文', tag: 'zh' },
  { name: 'Malay', ownName: 'Melayu', tag: 'ms' },
  { name: 'Tamil', ownName: 'தமிழ்', tag: 'ta' },
] as const;
