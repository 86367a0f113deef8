/** Where a section of the page begins. */
const SECTION = /\n(?=## )/;

/**
 * Puts sections that were measured by themselves into a page that was written before: in the place of their former
 * figures, or at the end. Each says when it was measured.
 *
 * @param measured sections with their headings
 * @param note a sentence under each heading
 */
export function withParts(page: string, measured: readonly string[], note: string): string {
  const sections = page.split(SECTION).map((section) => section.trimEnd());
  for (const part of measured) {
    const heading = headingOf(part);
    const dated = part.replace(heading, `${heading}\n\n${note}`);
    const place = sections.findIndex((section) => headingOf(section) === heading);
    if (place === -1) sections.push(dated);
    else sections[place] = dated;
  }
  return `${sections.join('\n\n')}\n`;
}

/** The sections of a page, without what stands before them. */
export function sectionsOf(page: string): string[] {
  return page
    .split(SECTION)
    .map((section) => section.trimEnd())
    .filter((section) => section.startsWith('## '));
}

function headingOf(section: string): string {
  return section.split('\n', 1)[0] ?? '';
}
