import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { keyOf } from '#platform/web/api/queries.ts';
import { blockOf } from '../../contract/blocks.ts';
import { type BlockState, readBlocks } from '../../contract/site.ts';
import { toContent, toForm, type Values } from './form-values.ts';
import { wrongIn } from './use-content-form.ts';

/** Debounce time before the draft is saved, ms. */
const PAUSE_MS = 700;
/** Delay before a failed save is retried, ms. */
const RETRY_MS = 5000;

/** The state of a block that was last read: the server refuses changes based on an older one. */
interface Seen {
  readonly version: number;
  readonly revision: string | null;
}

type DraftState = 'saved' | 'saving' | 'invalid' | 'failed' | 'conflict';

interface DraftOptions {
  readonly block: BlockState;
  /** The form's values. */
  readonly content: Values;
  /** Drafts are not saved during publishing, as the version is about to change. */
  readonly isPublishing: boolean;
}

/**
 * Saves the form as a draft, debounced, one request at a time. If a colleague has saved or published since, the save is
 * refused and saving stops; the form keeps the user's input.
 */
export function useDraft({ block, content, isPublishing }: DraftOptions) {
  const { name, version, draft } = block;
  const { fields, ...calls } = blockOf(name);
  const client = useQueryClient();
  const seen = useRef<Seen>({ version: draft?.version ?? version, revision: draft?.revision ?? null });
  const [savedText, setSavedText] = useState(() => {
    const stored = draft?.content ?? block.content;
    return JSON.stringify(toContent(fields, toForm(fields, stored)));
  });
  const [savedAt, setSavedAt] = useState(draft?.savedAt ?? null);
  const text = JSON.stringify(content);
  const isSaved = text === savedText;
  const isValid = wrongIn(calls.content, content).length === 0;

  const saving = useMutation({
    scope: { id: `draft of ${name}` },
    mutationFn: (sent: Values) => callApi(calls.saveDraft, { body: { ...sent, ...seen.current } as never }),
    retry: (_failures, error) => !isRefused(error),
    retryDelay: RETRY_MS,
    onSuccess: (reply, sent) => {
      seen.current = { ...seen.current, revision: reply.revision };
      setSavedText(JSON.stringify(sent));
      setSavedAt(reply.savedAt);
      void client.invalidateQueries({ queryKey: keyOf(readBlocks) });
    },
  });
  const [isStale, setStale] = useState(false);
  const isConflict = isStale || isContentChanged(saving.error);
  const running = useRef<Promise<unknown>>(Promise.resolve());
  const save = () => {
    running.current = saving.mutateAsync(content).catch(() => undefined); // its error is shown by `state`
  };
  const isDue = isValid && !isSaved && !isConflict && !isPublishing;
  const latest = useRef({ isDue, save });
  useEffect(() => {
    latest.current = { isDue, save };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pause begins again with each change of the text
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => latest.current.save(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isDue, text]);
  // Saves the last changes on leaving.
  useEffect(() => () => (latest.current.isDue ? latest.current.save() : undefined), []);

  return {
    state: stateOf({ isValid, isSaved, isConflict, failed: saving.failureReason }),
    savedAt,
    problem: saving.failureReason,
    /** Waits for the request in progress, so that the next request is based on its result. */
    settle: async (): Promise<Seen> => {
      await running.current;
      return seen.current;
    },
    /** The form's content has been published. */
    published: (next: number, sent: Values) => {
      seen.current = { version: next, revision: null };
      setSavedText(JSON.stringify(sent));
    },
    /** Whether a colleague has saved or published since. */
    checkStale: (now: BlockState): boolean => {
      const { version: seenVersion, revision } = seen.current;
      const isOld = now.version !== seenVersion || (now.draft?.revision ?? null) !== revision;
      setStale(isOld);
      return isOld;
    },
  };
}

export type BlockDraft = ReturnType<typeof useDraft>;

interface Facts {
  readonly isValid: boolean;
  readonly isSaved: boolean;
  readonly isConflict: boolean;
  readonly failed: Error | null;
}

function stateOf({ isValid, isSaved, isConflict, failed }: Facts): DraftState {
  if (isConflict) return 'conflict';
  if (!isValid) return 'invalid';
  if (isSaved) return 'saved';
  return failed === null ? 'saving' : 'failed';
}

/** Retrying would get the same refusal. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

/** Someone else has saved a newer version. */
export function isContentChanged(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'content_changed';
}
