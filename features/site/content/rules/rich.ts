/** The names under which blocks keep rich text, however deep it lies. All else is text as it stands. */
export const RICH: ReadonlySet<string> = new Set(['html', 'content', 'plan_desc', 'answer']);

/** Rich text in each kind of entry. */
export const RICH_OF_ITEM: Readonly<
  Record<'testimonials' | 'service-options' | 'scope-of-work', ReadonlySet<string>>
> = {
  testimonials: new Set(['content']),
  'service-options': new Set(['description']),
  'scope-of-work': new Set(['content']),
};
