import { useState } from 'react';
import { download } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { EmptyState, ErrorState } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { LeadParagraph, PlainPage } from '#platform/web/office/plain-page.tsx';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import {
  type ArchiveExport,
  cancelExport,
  downloadExport,
  listExports,
  startExport,
} from '../../contract.ts';

/** /admin/settings/export: everything in one file. */
export function Component() {
  const exports = useCall(listExports);
  return (
    <PlainPage
      title="Export"
      lead="One ZIP file with all records, photos, the ledger and the audit trail, in open formats. It contains personal data of customers and cleaners: store it safely, and delete it when you no longer need it."
    >
      <Loaded query={exports} what="the exports">
        {({ items }) => (
          <>
            <Current latest={items[0]} />
            <PastExports items={items} />
          </>
        )}
      </Loaded>
    </PlainPage>
  );
}

function isOpen({ state }: ArchiveExport): boolean {
  return state === 'waiting' || state === 'running';
}

function isComplete({ state }: ArchiveExport): boolean {
  return state === 'done' || state === 'removed';
}

/** Start, or the export that is running. */
function Current({ latest }: { readonly latest: ArchiveExport | undefined }) {
  if (latest !== undefined && isOpen(latest)) return <Running of={latest} />;
  return <Start latest={latest} />;
}

function Start({ latest }: { readonly latest: ArchiveExport | undefined }) {
  const start = useAct(startExport, { refresh: [listExports] });
  return (
    <Panel title="Export everything">
      <LeadParagraph>
        It is written in the background while everyone works on. The file can be downloaded for 24 hours.
      </LeadParagraph>
      {latest?.state === 'failed' && <ErrorState>{latest.failure}</ErrorState>}
      {start.error && <ErrorState>{start.error.message}</ErrorState>}
      <div className="k-mt-12">
        <Button busy={start.isPending && 'Starting'} onClick={() => start.mutate({})}>
          {latest?.state === 'failed' ? 'Start again' : 'Export everything'}
        </Button>
      </div>
    </Panel>
  );
}

function Running({ of: { id, by, state, ...progress } }: { readonly of: ArchiveExport }) {
  const cancel = useAct(cancelExport, { refresh: [listExports] });
  const { rows, ofRows, pictures, ofPictures, path, bytes } = progress;
  const hasBegun = state === 'running' && ofRows > 0;
  return (
    <Panel title="Exporting">
      <p aria-live="polite" className="k-mb-8">
        <b>{hasBegun ? `${figure(rows)} of ${figure(ofRows)} rows` : 'Starting'}</b>
        {ofPictures > 0 && `, ${figure(pictures)} of ${figure(ofPictures)} photos`}
      </p>
      <progress
        className="k-full k-narrow"
        aria-label="Export"
        {...(hasBegun && { value: rows + pictures, max: ofRows + ofPictures })}
      />
      <LeadParagraph>
        {hasBegun && `${path}, ${size(bytes)} so far. `}
        {by !== '' && `Started by ${by}. `}You can leave this page.
      </LeadParagraph>
      {cancel.error && <ErrorState>{cancel.error.message}</ErrorState>}
      <div className="k-mt-12">
        <Button
          kind="quiet"
          busy={cancel.isPending && 'Cancelling'}
          onClick={() => cancel.mutate({ params: { id } })}
        >
          Cancel
        </Button>
      </div>
    </Panel>
  );
}

const RESULTS = {
  waiting: 'Running',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
  removed: 'File deleted',
} as const;

function PastExports({ items }: { readonly items: readonly ArchiveExport[] }) {
  const { date, time } = useFormat();
  const ended = items.filter((one) => !isOpen(one));
  const at = (wire: string) => `${date(wire, 'dated')}, ${time(wire)}`;
  return (
    <Panel title="Exports so far">
      {ended.length === 0 ? (
        <EmptyState title="No exports yet">They are listed here with their files.</EmptyState>
      ) : (
        <PanelTable
          caption="Exports so far"
          items={ended}
          columns={[
            { title: 'When', render: ({ createdAt }) => at(createdAt) },
            { title: 'By', render: ({ by }) => by || '–' },
            { title: 'Result', render: ({ state }) => RESULTS[state] },
            { title: 'Rows', number: true, render: (one) => (isComplete(one) ? figure(one.rows) : '–') },
            { title: 'Size', number: true, render: (one) => (isComplete(one) ? size(one.bytes) : '–') },
            {
              title: 'File',
              render: (one) =>
                one.removedAt === null ? (
                  '–'
                ) : (
                  <Download id={one.id} until={at(one.removedAt)} what={at(one.createdAt)} />
                ),
            },
          ]}
        />
      )}
    </Panel>
  );
}

interface DownloadProps {
  readonly id: string;
  readonly until: string;
  /** Which export, for screen readers. */
  readonly what: string;
}

/** A plain link would need the session in its address. */
function Download({ id, until, what }: DownloadProps) {
  const [state, setState] = useState<'ready' | 'busy'>('ready');
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    setState('busy');
    setProblem(null);
    try {
      await download(downloadExport, { params: { id } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    } finally {
      setState('ready');
    }
  };
  return (
    <span className="k-row k-wrap k-gap-4 k-gap-x-12">
      <Button kind="quiet" size="small" busy={state === 'busy' && 'Downloading'} onClick={() => void save()}>
        Download<span className="k-hidden"> the export of {what}</span>
      </Button>
      <span className="k-muted">until {until}</span>
      {problem && <ErrorState>{problem}</ErrorState>}
    </span>
  );
}

function figure(count: number): string {
  return count.toLocaleString('en-SG');
}

/** 3.4 MB */
function size(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('en-SG', { maximumFractionDigits: 1, minimumFractionDigits: 1 })} MB`;
}
