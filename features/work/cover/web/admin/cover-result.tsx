import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useNow } from '#features/work/jobs/web/parts/use-now.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { type Cover, planCover, undoCover } from '../../contract.ts';
import styles from './cover.module.css';

interface CoverResultProps {
  readonly cover: Cover;
  onUndone(cover: Cover): void;
}

/** What became of each visit, with Undo while nobody has been told. */
export function CoverResult({ cover, onUndone }: CoverResultProps) {
  const seconds = Math.max(0, Math.ceil((Date.parse(cover.undoUntil) - useNow(1000).getTime()) / 1000));
  const undo = useAct(undoCover, { refresh: [planCover], onSuccess: onUndone });
  const failed = cover.visits.filter(({ detail }) => detail !== '');
  const isUndone = cover.undoneAt !== null;
  const done = cover.visits.length - failed.length;
  const result = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone with its visits.
  useEffect(() => result.current?.focus(), []);
  return (
    <div ref={result} tabIndex={-1}>
      <Notice kind={failed.length > 0 ? 'bad' : 'good'} live>
        <p className={styles.result}>
          {isUndone ? undoneWords(failed.length) : wordsOf(done, failed.length)}
        </p>
        {failed.length > 0 && (
          <ul className={styles.failed}>
            {failed.map(({ jobID, detail }) => (
              <li key={jobID}>
                <Link to={`/admin/jobs/${jobID}/view`}>This visit</Link>
                {`: ${detail}`}
              </li>
            ))}
          </ul>
        )}
        {undo.error && <p>{undo.error.detail}</p>}
        {!isUndone && seconds > 0 && (
          <Button
            kind="quiet"
            size="small"
            busy={undo.isPending && 'Undoing'}
            onClick={() => undo.mutate({ params: { id: cover.id }, body: {} })}
          >
            {`Undo (${seconds})`}
          </Button>
        )}
      </Notice>
    </div>
  );
}

function undoneWords(failed: number): string {
  if (failed === 0) return 'Everything is as before, and nobody was told.';
  return `Undone, except for ${failed === 1 ? '1 visit' : `${failed} visits`}:`;
}

function wordsOf(done: number, failed: number): string {
  if (done === 0 && failed === 0) return 'Done. No visits had to change.';
  const covered = done === 1 ? '1 visit is taken care of.' : `${done} visits are taken care of.`;
  const unchanged = failed === 1 ? '1 was not changed:' : `${failed} were not changed:`;
  if (failed === 0) return covered;
  if (done > 0) return `${covered} ${unchanged}`;
  return failed === 1 ? 'The visit was not changed:' : 'No visit was changed:';
}
