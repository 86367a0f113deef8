import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { get, useFormState, useWatch } from 'react-hook-form';
import { IconButton } from '#platform/web/design/parts/button.tsx';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import type { ListField } from '../model/field-spec.ts';
import { gapsOf, wordsOf } from '../model/missing.ts';
import { pairOf, recordOf } from '../model/paired.ts';
import styles from './form.module.css';

interface EntryCardProps {
  readonly field: ListField;
  /** Where it stands in the form: `steps.0`. */
  readonly name: string;
  readonly place: number;
  readonly grip: ReactNode;
  /** Stands open when it is first drawn. */
  readonly opens: boolean;
  /** Was added just now: its first field takes the focus. */
  readonly isNew: boolean;
  onRemove(): void;
  /** The inputs of its fields. */
  readonly children: ReactNode;
}

/** An entry of a list: its name, and its fields when it is open. */
export function EntryCard({ field, name, place, grip, opens, isNew, onRemove, children }: EntryCardProps) {
  const [isOpen, setOpen] = useState(opens);
  const { errors } = useFormState({ name });
  const isWrong = get(errors, name) !== undefined;
  const body = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (isNew) body.current?.querySelector<HTMLElement>('input, textarea, button')?.focus();
  }, [isNew]);
  const one = `${field.one} ${place + 1}`;
  const shown = isOpen || isWrong;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the fieldset is the list; a card has buttons in its head
    <div className={styles.card} role="group" aria-label={capital(one)}>
      <div className={styles.cardHead}>
        {grip}
        <button
          type="button"
          className={styles.cardName}
          aria-expanded={shown}
          aria-controls={id}
          onClick={() => setOpen(!shown)}
        >
          <EntryName field={field} name={name} one={one} />
          {isWrong && <Icon of={IconAlertTriangle} size={18} label="Something to fix" />}
          <Icon of={IconChevronDown} size={18} />
        </button>
        <IconButton icon={IconTrash} label={`Delete ${one}`} onClick={onRemove} />
      </div>
      <div id={id} ref={body} className={styles.cardBody} hidden={!shown}>
        {children}
      </div>
    </div>
  );
}

/** What it says, and how much of it has no Chinese. */
function EntryName({ field, name, one }: Pick<EntryCardProps, 'field' | 'name'> & { readonly one: string }) {
  const entry = recordOf(useWatch({ name }));
  const value = entry[field.nameOf];
  const words = wordsOf(typeof value === 'string' ? value : pairOf(value).en);
  return (
    <>
      <span className={styles.cardWords}>{words === '' ? capital(one) : <b>{words}</b>}</span>
      {gapsOf(field.fields, entry).map((gap) => (
        <span key={gap} className={styles.missing}>
          {gap}
        </span>
      ))}
    </>
  );
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
