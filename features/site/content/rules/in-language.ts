/**
 * Content in one language: each English text is replaced by its Chinese translation if there is one. List entries are
 * matched by position, because the translated ones contain nothing but their texts.
 */
export function inLanguage(content: object, language: 'en' | 'zh'): object {
  const { zh, ...english } = content as { readonly zh?: unknown };
  return language === 'zh' ? (over(english, zh) as object) : english;
}

function over(english: unknown, chinese: unknown): unknown {
  if (typeof english === 'string') return typeof chinese === 'string' && chinese !== '' ? chinese : english;
  if (Array.isArray(english)) {
    const translated: readonly unknown[] = Array.isArray(chinese) ? chinese : [];
    return english.map((entry, index) => over(entry, translated[index]));
  }
  if (typeof english !== 'object' || english === null) return english;
  const translated = typeof chinese === 'object' && chinese !== null ? chinese : {};
  return Object.fromEntries(
    Object.entries(english).map(([name, value]) => [
      name,
      Object.hasOwn(translated, name) ? over(value, translated[name as never]) : value,
    ]),
  );
}
