import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import { useEffect, useRef } from 'react';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { useNow } from '#features/work/jobs/web/parts/use-now.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { BilingualText } from './bilingual-text.tsx';
import styles from './cleaner.module.css';
import { useUnsent } from './unsent.ts';
import { UnsentTime } from './unsent-time.tsx';
import { useUndoFinish } from './use-clock.ts';
import { words } from './words.ts';

const HALF_MINUTE_MS = 30_000;

/** Thanks for the work, with an undo button for ten minutes. */
export function Finished({ job, finishedAt }: { job: Job; finishedAt: string }) {
  const now = useNow(HALF_MINUTE_MS);
  const undo = useUndoFinish(job, finishedAt);
  const thanks = useRef<HTMLDivElement>(null);
  const { items, isHeld } = useUnsent();
  const unsent = items.find((item) => item.act === 'finish' && item.jobID === job.id);
  const { isFresh } = useRef(undo).current;
  // The focused button was removed with the checklist, so focus moves here and the thanks scroll into view.
  useEffect(() => {
    if (isFresh()) thanks.current?.focus();
  }, [isFresh]);
  return (
    <>
      <div ref={thanks} tabIndex={-1} className={styles.thanks}>
        {unsent === undefined && (
          <Notice kind="good" live>
            <BilingualText text={words.done} />
          </Notice>
        )}
        <UnsentTime act="finish" at={isHeld ? (unsent?.at ?? null) : null} />
      </div>
      {undo.isOpen(now) && (
        <Button full kind="quiet" icon={IconArrowBackUp} zh={words.undo.zh} onClick={undo.press}>
          {words.undo.text}
        </Button>
      )}
    </>
  );
}
