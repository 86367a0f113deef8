/** Cleaners' languages as stored, with their Chinese names. */
export const LANGUAGES_ZH: Readonly<Record<string, string>> = {
  English: '英语',
  Mandarin: '华语',
  Malay: '马来语',
  Tamil: '淡米尔语',
  Hokkien: '福建话',
  Cantonese: '广东话',
  Burmese: '缅甸语',
  Thai: '泰语',
  Tagalog: '他加禄语',
  'Bahasa Indonesia': '印尼语',
  Hindi: '印地语',
  Sinhala: '僧伽罗语',
};
/** Regions as stored, with their Chinese names. */
export const REGIONS_ZH: Readonly<Record<string, string>> = {
  Central: '中部',
  East: '东部',
  North: '北部',
  'North-East': '东北部',
  West: '西部',
};
export const LANGUAGES = Object.keys(LANGUAGES_ZH);
