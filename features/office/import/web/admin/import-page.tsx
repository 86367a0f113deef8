import { useState } from 'react';
import { Button } from '#platform/web/design/parts/button.tsx';
import { ErrorState } from '#platform/web/design/parts/states.tsx';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { Lead, PlainPage } from '#platform/web/office/plain-page.tsx';
import { Panel } from '#platform/web/office/record.tsx';
import { Batches } from './batches.tsx';
import { ChooseFile } from './choose-file.tsx';
import type { ChosenFile } from './chosen-file.ts';
import { DryRun } from './dry-run.tsx';
import styles from './import.module.css';
import { type ImportProgress, useImport } from './use-import.ts';

/** /admin/import: customers and cleaners from a file, and the imports so far with Undo. */
export function Component() {
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const importing = useImport();
  const startAgain = () => {
    setChosen(null);
    importing.clear();
  };
  return (
    <PlainPage
      title="Import"
      lead="Add customers or cleaners from a CSV file. You see what each row will do before anything is saved, and you can undo an import. Nobody is sent a message."
    >
      {importing.progress === null ? (
        <>
          <ChooseFile chosen={chosen} onChoose={setChosen} />
          {chosen && (
            <DryRun
              key={JSON.stringify([chosen.id, chosen.kind, chosen.mapping])}
              chosen={chosen}
              onImport={(request) => void importing.start(request)}
            />
          )}
        </>
      ) : (
        <Progress importing={importing} progress={importing.progress} onAgain={startAgain} />
      )}
      <Batches />
    </PlainPage>
  );
}

interface ProgressProps {
  readonly importing: ReturnType<typeof useImport>;
  readonly progress: ImportProgress;
  onAgain(): void;
}

const TITLES = {
  running: 'Importing',
  paused: 'Paused',
  finished: 'Import finished',
  cancelled: 'Import cancelled',
} as const;

/** How far an import is, with Cancel; then what came of it. */
export function Progress({ importing, progress, onAgain }: ProgressProps) {
  const { state, sent, total, created, skipped, refused, problem } = progress;
  const isOver = state === 'finished' || state === 'cancelled';
  const left = skipped + refused.length;
  return (
    <Panel title={TITLES[state]}>
      <p aria-live="polite" className={styles.count}>
        <b>{`${figure(sent)} of ${figure(total)}`}</b>
        {isOver && `. ${figure(created)} added${left > 0 ? `, ${figure(left)} not added` : ''}.`}
      </p>
      <progress className={styles.progress} value={sent} max={total} aria-label={TITLES[state]} />
      {problem && <ErrorState>{problem}</ErrorState>}
      {refused.length > 0 && (
        <PanelTable
          caption="Not added"
          titled
          items={refused.map((row) => ({ ...row, id: String(row.row) }))}
          columns={[
            { title: 'Row', render: ({ row }) => row },
            { title: 'Reason', render: ({ reason }) => reason },
          ]}
        />
      )}
      <div className={styles.acts}>
        {state === 'paused' && importing.mayGoOn && <Button onClick={importing.goOn}>Go on</Button>}
        {state === 'paused' && !importing.mayGoOn && <Button onClick={onAgain}>Back</Button>}
        {(state === 'running' || (state === 'paused' && importing.mayGoOn)) && (
          <Button kind="quiet" onClick={importing.cancel}>
            Cancel
          </Button>
        )}
        {isOver && <Button onClick={onAgain}>Import another file</Button>}
      </div>
      {state === 'running' && (
        <Lead>Leave this page open. Cancelling keeps what is saved; you can undo it below.</Lead>
      )}
    </Panel>
  );
}

function figure(count: number): string {
  return count.toLocaleString('en-SG');
}
