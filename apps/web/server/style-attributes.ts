/** Opens a tag, up to its style attribute. React escapes `<`, `>` and quotes everywhere else. */
const STYLE_ATTRIBUTE = /(<[a-z][^<>]*?) style="([^"]*)"/g;
/** A declaration that can neither end its rule nor begin another. */
const HARMLESS = /^[^<>{}\\@&'"\r\n]+$/;

/**
 * The content security policy allows no style attributes in a page. They get another name, and a style sheet that
 * means the same; the browser's code turns them back before it takes over (first-draw.tsx).
 */
export function withoutStyleAttributes(html: string): { readonly body: string; readonly style: string } {
  const declarations = new Set<string>();
  const body = html.replace(STYLE_ATTRIBUTE, (_all, tag: string, declaration: string) => {
    if (!HARMLESS.test(declaration)) return tag;
    declarations.add(declaration);
    return `${tag} data-style="${declaration}"`;
  });
  const rules = [...declarations].map((one) => `[data-style="${one}"]{${one}}`);
  return { body, style: rules.join('') };
}
