import { type FieldErrors, type FieldValues, type Resolver, set, useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { ApiError } from '#platform/web/api/api-error.ts';
import { wrongPlaces } from '../../../rules/places.ts';
import type { Fields, Values } from '../model/field-spec.ts';
import { formName, toContent, toForm } from '../model/paired.ts';

interface ContentFormParts {
  readonly fields: Fields;
  /** The contract's: what may be sent. */
  readonly schema: z.ZodType;
  /** What the form begins with. */
  readonly begun: Values;
}

/** A form over content of the site: each text beside its Chinese, checked by the contract's own schema. */
export function useContentForm({ fields, schema, begun }: ContentFormParts) {
  return useForm<FieldValues>({
    defaultValues: toForm(fields, begun),
    mode: 'onTouched',
    resolver: resolverOf(fields, schema),
  });
}

export type ContentForm = ReturnType<typeof useContentForm>;

function resolverOf(fields: Fields, schema: z.ZodType): Resolver<FieldValues> {
  return (values) => {
    const wrong = wrongIn(schema, toContent(fields, values));
    if (wrong.length === 0) return { values, errors: {} };
    const errors: FieldErrors = {};
    for (const { path, message } of wrong) set(errors, formName(fields, path), { type: 'contract', message });
    return { values: {}, errors };
  };
}

/** Why a piece of content cannot be sent, field by field: by the contract, or for a place that nobody knows. */
export function wrongIn(schema: z.ZodType, content: Values) {
  const read = schema.safeParse(content);
  const issues: readonly { path: readonly PropertyKey[]; message: string }[] = read.error?.issues ?? [];
  const places = wrongPlaces(content).map(({ path, message }) => ({ path: path.split('.'), message }));
  return [...issues, ...places];
}

/** Puts the server's sentences beside their fields; false where it said nothing of any field. */
export function showServerErrors(form: ContentForm, fields: Fields, error: ApiError): boolean {
  for (const { path, message } of error.errors)
    form.setError(formName(fields, path.replace(/^body\./, '').split('.')), { type: 'server', message });
  return error.errors.length > 0;
}
