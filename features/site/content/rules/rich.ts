/** The names of fields that contain rich text, at any depth. All others are plain text. */
export const RICH: ReadonlySet<string> = new Set(['html', 'content', 'plan_desc', 'answer']);

/** The rich text fields of each kind of entry. */
export const RICH_OF_ITEM: Readonly<
  Record<'testimonials' | 'service-options' | 'scope-of-work', ReadonlySet<string>>
> = {
  testimonials: new Set(['content']),
  'service-options': new Set(['description']),
  'scope-of-work': new Set(['content']),
};
