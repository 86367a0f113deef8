import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf, useAct } from '#platform/web/api/queries.ts';
import { formDraft, useStoredDraft } from '#platform/web/forms/form-draft.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { listUnanswered, readThread, writeMessage } from '../../contract.ts';

/** Polling interval of a visible page, ms. */
const FOLLOW_MS = 30_000;

/** The messages of a job, and the form for a new one, which survives a reload until it is sent. */
export function useThread(jobId: string, missing: string) {
  const params = { id: jobId };
  const thread = useQuery({ ...queryOf(readThread, { params }), refetchInterval: FOLLOW_MS });
  const write = useAct(writeMessage, { refresh: [readThread, listUnanswered] });
  const [draft] = useState(() => formDraft(`kemas-thread ${jobId}`, { text: '' }));
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => ({ text: text.trim() === '' && missing }),
    send: ({ text }) => write.mutateAsync({ params, body: { text } }),
    storedAs: { text: '' },
  });
  useStoredDraft(draft, form);
  return { thread, form };
}

export type ThreadForm = ReturnType<typeof useThread>['form'];
