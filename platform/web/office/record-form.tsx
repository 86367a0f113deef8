import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../design/parts/button.tsx';
import { Icon } from '../design/parts/icon.tsx';
import { Notice } from '../design/parts/page.tsx';
import { StatusChip } from '../design/parts/status-chip.tsx';
import type { Check, Errors, Values } from '../forms/form-state.ts';
import { UnsavedGuard } from '../forms/unsaved-guard.tsx';
import { useForm } from '../forms/use-form.ts';
import styles from './record.module.css';

interface Options<V extends Values> {
  readonly initial: V;
  /** What each field is called: its label, and its name among the changes. */
  readonly labels: Readonly<Record<keyof V & string, string>>;
  readonly check?: Check<V>;
  readonly send: (values: V) => Promise<unknown>;
}

type TextName<V> = { [Name in keyof V & string]: V[Name] extends string ? Name : never }[keyof V & string];

/** A form of the office: `useForm`, with labels in one place and the changed fields marked. */
export function useRecordForm<V extends Values>({ labels, ...options }: Options<V>) {
  const [sent, setSent] = useState(0);
  const form = useForm<V>({
    ...options,
    send: async (values) => {
      await options.send(values);
      setSent((times) => times + 1);
    },
  });
  const isChanged = (name: keyof V & string) =>
    JSON.stringify(form.values[name]) !== JSON.stringify(form.saved[name]);
  return {
    ...form,
    sent,
    /** Props of a text field or a select, with its label. */
    field: (name: TextName<V>) => ({ label: labels[name], ...form.text(name), changed: isChanged(name) }),
    isChanged,
    changedNames: (Object.keys(labels) as (keyof V & string)[]).filter(isChanged).map((name) => labels[name]),
    undo: () => form.reset(form.saved),
  };
}

interface RecordFormProps {
  readonly form: {
    readonly changed: boolean;
    readonly changedNames: readonly string[];
    readonly sending: boolean;
    readonly sent: number;
    readonly errors: Errors;
    readonly problem: Error | null;
    submit(event: FormEvent<HTMLFormElement>): Promise<void>;
    undo(): void;
  };
  /** "Save Aminah", "Add cleaner". */
  readonly save: string;
  /** In place of the problem's sentence, where it needs more than one, e.g. a choice. */
  readonly problem?: ReactNode;
  readonly children: ReactNode;
}

/** The form element, its guard, and the bar that names what is not saved. */
export function RecordForm({ form, save, problem, children }: RecordFormProps) {
  const wrong = Object.keys(form.errors).length;
  return (
    <form noValidate onSubmit={form.submit} className={styles.form}>
      <UnsavedGuard when={form.changed && !form.sending} />
      {children}
      <div className={styles.problem}>
        {problem}
        {!problem && form.problem && (
          <Notice kind="bad" live>
            {form.problem.message}
          </Notice>
        )}
      </div>
      <div className={styles.bar} data-changed={form.changed || undefined}>
        {form.changed && <StatusChip status="held">{countOf(form.changedNames.length)} not saved</StatusChip>}
        <p role="status" className={styles.words}>
          {form.changed && `${listed(form.changedNames)}.`}
          {wrong > 0 && ` ${wrong === 1 ? 'One thing' : `${wrong} things`} to fix first.`}
          {!form.changed && form.sent > 0 && (
            <>
              <Icon of={IconCheck} size={18} /> Saved
            </>
          )}
        </p>
        {form.changed && (
          <Button kind="quiet" onClick={form.undo}>
            Undo all
          </Button>
        )}
        <Button type="submit" busy={form.sending && 'Saving'}>
          {save}
        </Button>
      </div>
    </form>
  );
}

function countOf(changes: number): string {
  return changes === 1 ? '1 change' : `${changes} changes`;
}

/** "Mobile, gift hours and 3 more" */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ').toLowerCase();
  const text = shown.charAt(0).toUpperCase() + shown.slice(1);
  return names.length > 3 ? `${text} and ${names.length - 3} more` : text;
}

/** Fields in rows: two in a row unless `Cell` says otherwise; one under the other on a phone. */
export function FieldGrid({ children }: { readonly children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>;
}

/** So many sixths of a row. */
export function Cell({ span, children }: { readonly span: 2 | 4 | 6; readonly children: ReactNode }) {
  return <div data-span={span}>{children}</div>;
}
