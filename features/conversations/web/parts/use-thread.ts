import { useQuery } from '@tanstack/react-query';
import { queryOf, useAct } from '#platform/web/api/queries.ts';
import { listUnanswered, readThread, writeMessage } from '../../contract.ts';
import { useDraft } from './use-draft.ts';

/** A page that is looked at asks again this often; one in the background does not, ms. */
const FOLLOW_MS = 30_000;

/** The thread of a job, and what is typed for it: sent once however often it is pressed, kept until it has arrived. */
export function useThread(jobId: string) {
  const params = { id: jobId };
  const thread = useQuery({ ...queryOf(readThread, { params }), refetchInterval: FOLLOW_MS });
  const draft = useDraft(jobId);
  const write = useAct(writeMessage, { refresh: [readThread, listUnanswered] });
  return {
    thread,
    draft,
    write,
    send: (): void => {
      if (write.isPending) return;
      const sent = draft.text;
      write.mutate({ params, body: { text: sent } }, { onSuccess: () => draft.clear(sent) });
    },
  };
}
