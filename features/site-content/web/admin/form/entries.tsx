import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { type ReactNode, useState } from 'react';
import { get, useFieldArray, useFormContext, useFormState } from 'react-hook-form';
import { Button } from '#platform/web/design/parts/button.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import type { Fields, ListField } from '../model/field-spec.ts';
import { blankEntry } from '../model/paired.ts';
import { EntryCard } from './entry-card.tsx';
import styles from './form.module.css';
import { Sortable } from './sortable.tsx';

/** As in the contract: no page needs more. */
const MOST_ENTRIES = 60;
/** So many stand open from the start. */
const OPEN_ENTRIES = 3;

interface EntriesProps {
  readonly field: ListField;
  readonly name: string;
  /** The inputs of an entry's fields; `at` stands before each name. */
  readonly children: (fields: Fields, at: string) => ReactNode;
}

/** A list within a form: its entries are added, moved, and deleted with Undo, each with its Chinese. */
export function Entries({ field, name, children }: EntriesProps) {
  const { one, label } = field;
  const entries = useFieldArray({ name, keyName: 'key' });
  const { getValues } = useFormContext();
  const toast = useToast();
  const [added, setAdded] = useState<number | null>(null);
  const { errors } = useFormState({ name });
  const add = () => {
    setAdded(entries.fields.length);
    entries.append(
      blankEntry(field.fields, () => crypto.randomUUID()),
      { shouldFocus: false },
    );
  };
  const remove = (place: number) => {
    const gone: unknown = structuredClone(getValues(`${name}.${place}`));
    entries.remove(place);
    toast.show({
      text: `${capital(one)} ${place + 1} deleted.`,
      undo: () => entries.insert(place, gone as object, { shouldFocus: false }),
    });
  };
  const full = entries.fields.length >= MOST_ENTRIES;
  return (
    <fieldset className={styles.list}>
      <legend className={styles.legend}>{label}</legend>
      {entries.fields.length === 0 && <p className={styles.note}>{`No ${label.toLowerCase()} yet.`}</p>}
      <Sortable
        id={name}
        label={label}
        items={entries.fields}
        keyOf={({ key }) => key}
        nameOf={(_entry, place) => `${one} ${place + 1}`}
        move={entries.move}
      >
        {(_entry, place, grip) => (
          <EntryCard
            field={field}
            place={place}
            grip={grip}
            name={`${name}.${place}`}
            opens={entries.fields.length <= OPEN_ENTRIES || place === added}
            isNew={place === added}
            onRemove={() => remove(place)}
          >
            {children(field.fields, `${name}.${place}.`)}
          </EntryCard>
        )}
      </Sortable>
      <p className={styles.error} aria-live="polite">
        {listError(get(errors, name))}
      </p>
      <Button
        kind="quiet"
        size="small"
        icon={IconPlus}
        onClick={add}
        disabledReason={full && `A list holds ${MOST_ENTRIES} entries`}
      >
        {`Add ${one}`}
      </Button>
    </fieldset>
  );
}

/** What is wrong with the list itself, not with an entry of it. */
function listError(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || Array.isArray(error)) return undefined;
  return 'message' in error && typeof error.message === 'string' ? error.message : undefined;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
