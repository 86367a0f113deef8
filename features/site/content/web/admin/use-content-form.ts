import { createContext, use, useState } from 'react';
import { type FieldErrors, type FieldValues, get, type Resolver, set, useController } from 'react-hook-form';
import type { z } from 'zod';
import { isSame } from '#platform/web/forms/form-changes.ts';
import { type FieldInput, useForm } from '#platform/web/forms/use-form.ts';
import type { Fields } from '../../contract/fields.ts';
import { unknownPlaceholders } from '../../rules/placeholders.ts';
import { formName, toContent, toForm, type Values } from './form-values.ts';

interface ContentFormOptions<Reply> {
  readonly fields: Fields;
  /** The contract's request schema. */
  readonly schema: z.ZodType;
  /** The initial values. */
  readonly begun: Values;
  /** The published values, if they differ from the initial ones. */
  readonly shown?: Values;
  send(content: Values): Promise<Reply>;
  onSaved?(reply: Reply): unknown;
}

/** A form for site content with translations, validated by the contract's schema. */
export function useContentForm<Reply>(options: ContentFormOptions<Reply>) {
  const { fields, schema, begun, shown = begun, send, onSaved } = options;
  const [first] = useState(() => ({ initial: toForm(fields, begun), savedFirst: toForm(fields, shown) }));
  return useForm<Values, Reply>({
    ...first,
    resolver: resolverOf(fields, schema),
    fieldOf: (path) => formName(fields, path.split('.')),
    send: (values) => send(toContent(fields, values)),
    onSaved,
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

/** Why content cannot be sent, by field: schema errors, and unknown placeholders. */
export function wrongIn(schema: z.ZodType, content: Values) {
  const read = schema.safeParse(content);
  const issues: readonly { path: readonly PropertyKey[]; message: string }[] = read.error?.issues ?? [];
  const unknown = unknownPlaceholders(content).map(({ path, message }) => ({
    path: path.split('.'),
    message,
  }));
  return [...issues, ...unknown];
}

/** The saved values; fields that differ are marked. */
export const SavedContext = createContext<Values>({});

/** One field of the surrounding form, by its path: `steps.0.title.en`. */
export function useInput(name: string): FieldInput {
  const { field, fieldState } = useController({ name });
  const value: unknown = field.value;
  const saved: unknown = get(use(SavedContext), name);
  return {
    name,
    value,
    error: fieldState.error?.message,
    changed: !isSame(value || null, saved || null),
    onChange: field.onChange,
    onBlur: field.onBlur,
  };
}
