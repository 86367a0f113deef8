import { type FieldErrors, get } from 'react-hook-form';

/** Moves the focus to the first wrong field, in the order of the page. */
export function focusFirst(form: HTMLFormElement, errors: FieldErrors): void {
  const fields = [...form.elements].filter((element) => element instanceof HTMLElement);
  const isWrong = (name: string | null | undefined) => !!name && get(errors, name) !== undefined;
  const first =
    fields.find((field) => isWrong(field.getAttribute('name'))) ??
    // The error belongs to a whole list; its fields are called `dates.0.startTime`.
    fields.find((field) => isWrong(field.getAttribute('name')?.split('.')[0]));
  first?.focus();
}
