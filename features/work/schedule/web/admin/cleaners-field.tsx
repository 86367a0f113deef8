import { MultiSelect } from '@mantine/core';
import { Field } from '#platform/web/design/parts/field.tsx';
import type { Someone } from './use-set-time-off.ts';

interface Props {
  readonly cleaners: readonly Someone[];
  readonly chosen: readonly string[];
  readonly error: string | undefined;
  onChange(ids: string[]): void;
}

/** Selects several cleaners by name. */
export function CleanersField({ cleaners, chosen, error, onChange }: Props) {
  return (
    <Field label="Cleaners" error={error}>
      {(wiring) => (
        <MultiSelect
          {...wiring}
          name="cleanerIds"
          placeholder="Type a name"
          searchable
          data={cleaners.map((cleaner) => ({ value: cleaner.id, label: cleaner.fullname }))}
          value={[...chosen]}
          onChange={onChange}
        />
      )}
    </Field>
  );
}
