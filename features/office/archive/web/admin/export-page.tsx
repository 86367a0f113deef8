import { useState } from 'react';
import { download } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { EmptyState, ErrorState } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
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
      title={t('Export')}
      lead={t(
        'One ZIP file with all records, photos, the ledger and the audit trail, in open formats. It contains personal data of customers and cleaners: store it safely, and delete it when you no longer need it.',
      )}
    >
      <Loaded query={exports} what={t('the exports')}>
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
    <Panel title={t('Export everything')}>
      <LeadParagraph>
        {t(
          'It is written in the background while everyone works on. The file can be downloaded for 24 hours.',
        )}
      </LeadParagraph>
      {latest?.state === 'failed' && <ErrorState>{latest.failure}</ErrorState>}
      {start.error && <ErrorState>{start.error.message}</ErrorState>}
      <div className="k-mt-12">
        <Button busy={start.isPending && t('Starting')} onClick={() => start.mutate({})}>
          {latest?.state === 'failed' ? t('Start again') : t('Export everything')}
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
    <Panel title={t('Exporting')}>
      <p aria-live="polite" className="k-mb-8">
        <b>
          {hasBegun
            ? t('{{figure}} of {{figure2}} rows', { figure: figure(rows), figure2: figure(ofRows) })
            : t('Starting')}
        </b>
        {ofPictures > 0 &&
          t(', {{figure}} of {{figure2}} photos', { figure: figure(pictures), figure2: figure(ofPictures) })}
      </p>
      <progress
        className="k-full k-narrow"
        aria-label={t('Export')}
        {...(hasBegun && { value: rows + pictures, max: ofRows + ofPictures })}
      />
      <LeadParagraph>
        {hasBegun && t('{{path}}, {{size}} so far. ', { path, size: size(bytes) })}
        {by !== '' && t('Started by {{by}}. ', { by })}
        {t('You can leave this page.')}
      </LeadParagraph>
      {cancel.error && <ErrorState>{cancel.error.message}</ErrorState>}
      <div className="k-mt-12">
        <Button
          kind="quiet"
          busy={cancel.isPending && t('Cancelling')}
          onClick={() => cancel.mutate({ params: { id } })}
        >
          {t('Cancel')}
        </Button>
      </div>
    </Panel>
  );
}

const RESULTS = {
  waiting: t('Running'),
  running: t('Running'),
  done: t('Done'),
  failed: t('Failed'),
  cancelled: t('Cancelled'),
  removed: t('File deleted'),
} as const;

function PastExports({ items }: { readonly items: readonly ArchiveExport[] }) {
  const { date, time } = useFormat();
  const ended = items.filter((one) => !isOpen(one));
  const at = (wire: string) => `${date(wire, 'dated')}, ${time(wire)}`;
  return (
    <Panel title={t('Exports so far')}>
      {ended.length === 0 ? (
        <EmptyState title={t('No exports yet')}>{t('They are listed here with their files.')}</EmptyState>
      ) : (
        <PanelTable
          caption={t('Exports so far')}
          items={ended}
          columns={[
            { title: t('When'), render: ({ createdAt }) => at(createdAt) },
            { title: t('By'), render: ({ by }) => by || '–' },
            { title: t('Result'), render: ({ state }) => RESULTS[state] },
            { title: t('Rows'), number: true, render: (one) => (isComplete(one) ? figure(one.rows) : '–') },
            { title: t('Size'), number: true, render: (one) => (isComplete(one) ? size(one.bytes) : '–') },
            {
              title: t('File'),
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
      <Button
        kind="quiet"
        size="small"
        busy={state === 'busy' && t('Downloading')}
        onClick={() => void save()}
      >
        {t('Download')}
        <span className="k-hidden">{t(' the export of {{what}}', { what })}</span>
      </Button>
      <span className="k-muted">{t('until {{until}}', { until })}</span>
      {problem && <ErrorState>{problem}</ErrorState>}
    </span>
  );
}

function figure(count: number): string {
  return count.toLocaleString('en-SG');
}

/** 3.4 MB */
function size(bytes: number): string {
  return t('{{bytes}} MB', {
    bytes: (bytes / 1e6).toLocaleString('en-SG', { maximumFractionDigits: 1, minimumFractionDigits: 1 }),
  });
}
