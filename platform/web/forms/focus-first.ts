import { type FieldErrors, get } from 'react-hook-form';

/** Moves the focus to the first invalid field in page order. */
export function focusFirst(form: HTMLFormElement, errors: FieldErrors): void {
  const fields = [...form.elements].filter((element) => element instanceof HTMLElement);
  const isWrong = (name: string | null | undefined) => !!name && get(errors, name) !== undefined;
  const first =
    fields.find((field) => isWrong(field.getAttribute('name'))) ??
    // The error belongs to a whole list, whose fields are named `dates.0.startTime`.
    fields.find((field) => isWrong(field.getAttribute('name')?.split('.')[0]));
  first?.focus();
}
