/** Fields that are the same in every language: URLs, names of illustrations and people, figures. */
const SAME = new Set([
  'icon',
  'href',
  'url',
  'before',
  'after',
  'mapUrl',
  'image',
  'profilePhoto',
  'id',
  'service',
  'phone',
  'email',
  'network',
  'clientname',
  'price_type',
  'zh',
]);

/** The paths of English texts without a Chinese translation. */
export function untranslated(content: object): string[] {
  return gaps(content, (content as { readonly zh?: unknown }).zh, '');
}

function gaps(english: unknown, chinese: unknown, path: string): string[] {
  if (typeof english === 'string') return english === '' || isText(chinese) ? [] : [path];
  if (typeof english !== 'object' || english === null) return [];
  return Object.entries(english)
    .filter(([name]) => !SAME.has(name))
    .flatMap(([name, inner]) => {
      const other: unknown =
        typeof chinese === 'object' && chinese !== null ? Reflect.get(chinese, name) : undefined;
      return gaps(inner, other, path === '' ? name : `${path}.${name}`);
    });
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
