import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { ToastPlace, useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { UnsavedGuard } from '#platform/web/forms/unsaved-guard.tsx';
import record from '#platform/web/office/record.module.css';
import type { DraftState } from '../model/draft-keeper.ts';
import styles from './block.module.css';
import type { BlockWork } from './use-block-work.ts';

interface BlockBarProps {
  readonly work: BlockWork;
  readonly title: string;
  onDiscard(): Promise<void>;
}

/** The foot of the form: whether the draft is kept, and what becomes of it. */
export function BlockBar({ work, title, onDiscard }: BlockBarProps) {
  const { draft, problem, theirs } = work;
  const toast = useToast();
  const [busy, run] = useOnce((error) => toast.fail({ text: `Not done. ${error.message}` }));
  const isSame = draft.kind === 'same';
  const isHere = draft.kind === 'invalid' || draft.kind === 'failed' || draft.kind === 'conflict';
  useAskOnClose(draft.kind === 'keeping');
  const publish = async () => {
    if (await work.publish()) toast.show({ text: `${title} is on the site.` });
  };
  return (
    <>
      <UnsavedGuard when={isHere} />
      <div className={record.problem}>
        {problem !== null && (
          <Notice kind="bad" live>
            {problem}
          </Notice>
        )}
      </div>
      <div className={record.bar} data-changed={!isSame || undefined}>
        {!isSame && <StatusChip status="held">Draft</StatusChip>}
        <p role="status" className={record.words}>
          <DraftWords draft={draft} />
        </p>
        <ToastPlace />
        {!isSame && theirs === null && (
          <Button kind="quiet" onClick={() => void run('discard', onDiscard)}>
            Discard draft
          </Button>
        )}
        <Button
          busy={busy === 'publish' && 'Publishing'}
          disabledReason={(isSame && 'Nothing to publish') || (theirs !== null && 'Choose first')}
          onClick={() => void run('publish', publish)}
        >
          Publish
        </Button>
      </div>
    </>
  );
}

function DraftWords({ draft }: { readonly draft: DraftState }) {
  const { time } = useFormat();
  switch (draft.kind) {
    case 'same':
      return 'As on the site.';
    case 'keeping':
      return 'Keeping the draft';
    case 'invalid':
      return 'Not kept yet: something has to be fixed first.';
    case 'conflict':
      return 'Not kept: somebody else was faster.';
    case 'failed':
      return `Not kept. ${draft.message}`;
    case 'kept':
      return (
        <span className={styles.kept}>
          <Icon of={IconCheck} size={18} />
          {`Draft kept, ${time(draft.at)}. Visitors do not see it yet.`}
        </span>
      );
  }
}

/** One thing at a time: a second press while it goes on does nothing. */
function useOnce(onError: (error: Error) => void) {
  const [busy, setBusy] = useState<string | null>(null);
  const going = useRef(false);
  const run = async (what: string, work: () => Promise<void>) => {
    if (going.current) return;
    going.current = true;
    setBusy(what);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      onError(error);
    } finally {
      going.current = false;
      setBusy(null);
    }
  };
  return [busy, run] as const;
}

/** What was typed in the last moment is still on its way. */
function useAskOnClose(when: boolean): void {
  useEffect(() => {
    if (!when) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [when]);
}
