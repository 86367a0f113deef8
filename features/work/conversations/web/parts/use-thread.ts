import { useState } from 'react';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { formDraft, useStoredDraft } from '#platform/web/forms/form-draft.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { listUnanswered, readThread, writeMessage } from '../../contract.ts';

/** The messages of a job, and the form for a new one, which survives a reload until it is sent. */
export function useThread(jobId: string, missing: string) {
  const params = { id: jobId };
  const thread = useCall(readThread, { params });
  const write = useAct(writeMessage, { refresh: [readThread, listUnanswered] });
  const [draft] = useState(() => formDraft(`kemas-thread ${jobId}`, { text: '' }));
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
