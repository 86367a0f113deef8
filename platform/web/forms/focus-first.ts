/** Moves the focus to the first field, in the order of the page, that is wrong. */
export function focusFirst(form: HTMLFormElement, errors: Readonly<Record<string, unknown>>): void {
  for (const element of form.elements) {
    const name = element.getAttribute('name')?.split('.')[0] ?? null;
    if (name !== null && name in errors && element instanceof HTMLElement) {
      element.focus();
      return;
    }
  }
}
