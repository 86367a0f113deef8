import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useBeforeUnload } from 'react-router';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { UnsavedGuard } from '#platform/web/forms/unsaved-guard.tsx';
import { useOneSubmission } from '#platform/web/forms/use-one-submission.ts';
import record from '#platform/web/office/record.module.css';
import type { ContentForm } from '../form/use-content-form.ts';
import styles from './block.module.css';
import type { BlockDraft } from './use-draft.ts';

interface BlockBarProps {
  readonly form: ContentForm;
  readonly draft: BlockDraft;
  readonly isConflict: boolean;
  onDiscard(): Promise<void>;
}

/** The footer of the form: save state of the draft, Discard and Publish. */
export function BlockBar({ form, draft, isConflict, onDiscard }: BlockBarProps) {
  const toast = useToast();
  const discarding = useOneSubmission();
  const { changed } = form;
  const isHere = changed && draft.state !== 'saved' && draft.state !== 'saving';
  useBeforeUnload((event) => {
    if (draft.state === 'saving') event.preventDefault();
  });
  const discard = () =>
    discarding.run(() =>
      onDiscard().catch((error: Error) => toast.fail({ text: `Not discarded. ${error.message}` })),
    );
  return (
    <>
      <UnsavedGuard when={isHere} />
      <div className={record.problem}>
        <SubmitProblem problem={isConflict ? null : form.problem} />
      </div>
      <div className={record.bar} data-changed={changed || undefined}>
        {changed && <StatusChip status="held">Draft</StatusChip>}
        <p role="status" className={record.words}>
          {changed ? <DraftWords draft={draft} /> : 'No unpublished changes.'}
        </p>
        {changed && !isConflict && (
          <Button kind="quiet" onClick={() => void discard()}>
            Discard draft
          </Button>
        )}
        <Button
          // Not `submit`, as Enter in a field would publish.
          onClick={form.submit}
          busy={form.sending && 'Publishing'}
          disabledReason={(!changed && 'Nothing to publish') || (isConflict && 'Load their version first')}
        >
          Publish
        </Button>
      </div>
    </>
  );
}

function DraftWords({ draft: { state, savedAt, problem } }: { readonly draft: BlockDraft }) {
  const { time } = useFormat();
  switch (state) {
    case 'saving':
      return 'Saving the draft';
    case 'invalid':
      return 'Not saved yet. Fix the marked fields first.';
    case 'conflict':
      return 'Not saved. Someone else has changed this.';
    case 'failed':
      return `Not saved. ${problem?.message ?? ''}`;
    case 'saved':
      return (
        <span className={styles.saved}>
          <Icon of={IconCheck} size={18} />
          {`Draft saved${savedAt === null ? '' : `, ${time(savedAt)}`}. Visitors do not see it yet.`}
        </span>
      );
  }
}
