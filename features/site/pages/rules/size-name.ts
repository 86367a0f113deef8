const FIGURES = ['零', '一', '二', '三', '四', '五'];

/** The home size of a package (`HDB 4-room`) in a language; unknown names are left unchanged. */
export function sizeName(category: string, language: 'en' | 'zh'): string {
  if (language === 'en') return category;
  const [, kind, count] = /^(HDB|Condo) ([1-5])-(?:room|bedroom)$/.exec(category) ?? [];
  const figure = FIGURES[Number(count)] ?? '';
  if (kind === 'HDB') return `${figure}房式组屋`;
  if (kind === 'Condo') return `${figure}卧室公寓`;
  return { Condo: '公寓', Landed: '有地住宅' }[category] ?? category;
}
