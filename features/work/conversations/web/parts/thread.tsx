import { useState } from 'react';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { useFormat } from '#platform/web/format.ts';
import { formDraft, useStoredDraft } from '#platform/web/forms/form-draft.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { listUnanswered, readThread, type ThreadMessage, writeMessage } from '../../contract.ts';
import styles from './thread.module.css';

interface ItemsProps {
  readonly items: readonly ThreadMessage[];
  readonly label: string;
  /** Whose messages are aligned to the right. */
  readonly own: ThreadMessage['writtenBy'];
  nameOf(item: ThreadMessage): string;
}

/** The messages, oldest first. */
export function ThreadItems({ items, label, own, nameOf }: ItemsProps) {
  const { date, time } = useFormat();
  if (items.length === 0) return null;
  return (
    <ul className={`k-stack k-gap-10 ${styles.items}`} aria-label={label}>
      {items.map((item) => (
        <li key={item.id} data-own={item.writtenBy === own || undefined}>
          <p className="k-typed">{item.text}</p>
          <p className={styles.foot}>{`${nameOf(item)}, ${date(item.createdAt)}, ${time(item.createdAt)}`}</p>
        </li>
      ))}
    </ul>
  );
}

/** The messages of a job, and the form for a new one, which survives a reload until it is sent. */
export function useThread(jobID: string, missing: string) {
  const params = { id: jobID };
  const thread = useCall(readThread, { params });
  const write = useAct(writeMessage, { refresh: [readThread, listUnanswered] });
  const [draft] = useState(() => formDraft(`kemas-thread ${jobID}`, { text: '' }));
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => ({ text: text.trim() === '' && missing }),
    send: ({ text }) => write.mutateAsync({ params, body: { text } }),
    storedAs: { text: '' },
  });
  const isUnstored = useStoredDraft(draft, form);
  return { thread, form: { ...form, isUnstored } };
}

export type ThreadForm = ReturnType<typeof useThread>['form'];
