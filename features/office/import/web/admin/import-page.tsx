import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '#platform/web/api/api-error.ts';
import { sendCall, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { EmptyState, ErrorState } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { LeadParagraph, PlainPage } from '#platform/web/office/plain-page.tsx';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { type Batch, listImportReport, listImports, undoImport } from '../../contract.ts';
import { ChooseFile, SOURCE_NAMES } from './choose-file.tsx';
import type { ChosenFile } from './chosen-file.ts';
import { countOf, DryRun } from './dry-run.tsx';
import styles from './import.module.css';
import { recordAddress } from './record-address.ts';
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
      title={t('Import')}
      lead={t(
        'Add customers or cleaners from a CSV file. You see what each row will do before anything is saved, and you can undo an import. Nobody is sent a message.',
      )}
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
  running: t('Importing'),
  paused: t('Paused'),
  finished: t('Import finished'),
  cancelled: t('Import cancelled'),
} as const;

/** How far an import is, with Cancel; then what came of it. */
function Progress({ importing, progress, onAgain }: ProgressProps) {
  const { state, sent, total, created, skipped, refused, problem } = progress;
  const isOver = state === 'finished' || state === 'cancelled';
  const left = skipped + refused.length;
  return (
    <Panel title={TITLES[state]}>
      <p aria-live="polite" className="k-mb-8">
        <b>{t('{{figure}} of {{figure2}}', { figure: figure(sent), figure2: figure(total) })}</b>
        {isOver &&
          `. ${figure(created)} added${left > 0 ? t(', {{figure}} not added', { figure: figure(left) }) : ''}.`}
      </p>
      <progress className="k-full k-narrow" value={sent} max={total} aria-label={TITLES[state]} />
      {problem && <ErrorState>{problem}</ErrorState>}
      {refused.length > 0 && (
        <PanelTable
          caption={t('Not added')}
          titled
          items={refused.map((row) => ({ ...row, id: String(row.row) }))}
          columns={[
            { title: t('Row'), render: ({ row }) => row },
            { title: t('Reason'), render: ({ reason }) => reason },
          ]}
        />
      )}
      <div className={`k-row k-wrap k-gap-8 k-gap-x-12 ${styles.acts}`}>
        {state === 'paused' && importing.mayGoOn && <Button onClick={importing.goOn}>{t('Go on')}</Button>}
        {state === 'paused' && !importing.mayGoOn && <Button onClick={onAgain}>{t('Back')}</Button>}
        {(state === 'running' || (state === 'paused' && importing.mayGoOn)) && (
          <Button kind="quiet" onClick={importing.cancel}>
            {t('Cancel')}
          </Button>
        )}
        {isOver && <Button onClick={onAgain}>{t('Import another file')}</Button>}
      </div>
      {state === 'running' && (
        <LeadParagraph>
          {t('Leave this page open. Cancelling keeps what is saved; you can undo it below.')}
        </LeadParagraph>
      )}
    </Panel>
  );
}

function figure(count: number): string {
  return count.toLocaleString('en-SG');
}

const STATES = {
  running: t('Not finished'),
  finished: t('Finished'),
  cancelled: t('Cancelled'),
  undone: t('Undone'),
} as const;

/** The imports so far, newest first. */
function Batches() {
  const batches = useCall(listImports);
  const { date, time } = useFormat();
  const [undoing, setUndoing] = useState<Batch | null>(null);
  const [reported, setReported] = useState<Batch | null>(null);
  return (
    <Panel title={t('Imports so far')}>
      <Loaded query={batches} what={t('the imports')}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={t('No imports yet')}>
              {t('They are listed here, and can be undone.')}
            </EmptyState>
          ) : (
            <PanelTable
              caption={t('Imports so far')}
              items={items}
              columns={[
                { title: t('File'), render: ({ filename }) => filename },
                { title: t('From', { context: 'source' }), render: ({ source }) => SOURCE_NAMES[source] },
                {
                  title: t('When'),
                  render: ({ createdAt, by }) =>
                    `${date(createdAt, 'dated')}, ${time(createdAt)}${by === '' ? '' : `, ${by}`}`,
                },
                { title: t('Result'), render: (batch) => resultOf(batch) },
                {
                  title: t('Actions'),
                  render: (batch) => (
                    <span className={`k-row k-wrap k-gap-8 k-gap-x-12 ${styles.acts}`}>
                      {batch.created > batch.removed && batch.state !== 'undone' && (
                        <Button kind="quiet" size="small" onClick={() => setUndoing(batch)}>
                          {t('Undo')}
                        </Button>
                      )}
                      {hasReport(batch) && (
                        <Button kind="quiet" size="small" onClick={() => setReported(batch)}>
                          {t('Details')}
                        </Button>
                      )}
                    </span>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      {undoing && <UndoDialog batch={undoing} onClose={() => setUndoing(null)} onKept={setReported} />}
      {reported && <ReportDialog batch={reported} onClose={() => setReported(null)} />}
    </Panel>
  );
}

function hasReport({ skipped, created, removed, state }: Batch): boolean {
  return skipped > 0 || (state === 'undone' && created > removed);
}

function resultOf({ state, kind, created, total, skipped, removed }: Batch): string {
  const isPart = state === 'running' || state === 'cancelled';
  const added = isPart
    ? t('{{created}} of {{count}}', { created: created.toLocaleString('en-SG'), count: countOf(total, kind) })
    : countOf(created, kind);
  const parts = [
    t('{{value}}: {{added}} added', { value: STATES[state], added }),
    skipped > 0 && t('{{skipped}} not added', { skipped: skipped.toLocaleString('en-SG') }),
    removed > 0 && t('{{removed}} removed again', { removed: removed.toLocaleString('en-SG') }),
    state === 'undone' &&
      created > removed &&
      t('{{created}} kept', { created: (created - removed).toLocaleString('en-SG') }),
  ];
  const result = parts.filter((part) => part !== false).join(', ');
  return state === 'running'
    ? t('{{result}}. If it has stopped, choose the file again: those are skipped.', { result })
    : result;
}

interface UndoDialogProps {
  readonly batch: Batch;
  onClose(): void;
  /** Some had to stay. */
  onKept(batch: Batch): void;
}

/** Removes what an import added, in several requests. */
function UndoDialog({ batch, onClose, onKept }: UndoDialogProps) {
  const client = useQueryClient();
  const [left, setLeft] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const total = batch.created - batch.removed;

  async function undo() {
    setProblem(null);
    setLeft(total);
    try {
      for (;;) {
        const reply = await sendCall(undoImport, { params: { id: batch.id } });
        setLeft(reply.left);
        if (reply.left > 0) continue;
        onClose();
        if (hasReport(reply.batch)) onKept(reply.batch);
        break;
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setLeft(null);
      setProblem(error.message);
    }
    await Promise.all(
      ['/imports', `/${batch.kind}`].map((path) => client.invalidateQueries({ queryKey: [path] })),
    );
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={t('Undo this import')}
      closeLabel={t('Close')}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('Keep them')}
          </Button>
          <Button
            kind="danger"
            busy={
              left !== null &&
              t('Removing {{total}} of {{total2}}', {
                total: (total - left).toLocaleString('en-SG'),
                total2: total.toLocaleString('en-SG'),
              })
            }
            onClick={() => void undo()}
          >
            {t('Remove {{count}}', { count: countOf(total, batch.kind) })}
          </Button>
        </>
      }
    >
      <p>
        {t(
          '{{count}} from {{filename}} will be deleted. Those who have signed in, or have bookings, payments or notes by now, stay.',
          { count: countOf(total, batch.kind), filename: batch.filename },
        )}
      </p>
      {problem && <ErrorState>{problem}</ErrorState>}
    </Sheet>
  );
}

interface ReportDialogProps {
  readonly batch: Batch;
  onClose(): void;
}

/** The rows that were not added, and the people whom an undo kept. */
function ReportDialog({ batch, onClose }: ReportDialogProps) {
  const report = useCall(listImportReport, { params: { id: batch.id } });
  return (
    <Sheet open onClose={onClose} title={batch.filename} closeLabel={t('Close')}>
      <Loaded query={report} what={t('the rows')}>
        {({ items }) => (
          <PanelTable
            caption={t('Rows that were not added, or were kept')}
            items={items}
            columns={[
              { title: t('Row'), render: ({ row }) => row },
              {
                title: t('Who'),
                render: ({ recordID, name }) =>
                  recordID === null ? '–' : <Link to={recordAddress(batch.kind, recordID)}>{name}</Link>,
              },
              {
                title: t('Reason'),
                render: ({ outcome, reason }) =>
                  outcome === 'kept' ? t('Kept. {{reason}}', { reason }) : t('{{reason}}', { reason }),
              },
            ]}
          />
        )}
      </Loaded>
    </Sheet>
  );
}
