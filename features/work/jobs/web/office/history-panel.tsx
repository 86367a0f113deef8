import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '#platform/web/api/queries.ts';
import { dayOfWire } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { type HistoryEntry, listHistory } from '../../contract/history.ts';
import { actLabel, changeLabel, whoLabel } from './history-labels.ts';

/** The number of latest entries shown initially. */
const FIRST = 6;

interface HistoryPanelProps {
  readonly jobID: string;
  /** Changes with the job and so refetches the history. */
  readonly version: string;
}

/** The history of a job, latest first. */
export function HistoryPanel({ jobID, version }: HistoryPanelProps) {
  const read = queryOf(listHistory, { params: { id: jobID } });
  const history = useQuery({
    ...read,
    queryKey: [...read.queryKey, version],
    placeholderData: keepPreviousData,
  });
  return (
    <Panel title={t('History')} note={t('Latest first')}>
      <Loaded query={history} what={t('the history')}>
        {({ items }) => <HistoryEntries items={items} />}
      </Loaded>
    </Panel>
  );
}

function HistoryEntries({ items }: { readonly items: readonly HistoryEntry[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? items : items.slice(0, FIRST);
  return (
    <>
      <ol className="k-ruled k-break">
        {shown.map((entry) => (
          <HistoryLine key={entry.id} entry={entry} />
        ))}
      </ol>
      {shown.length < items.length && (
        <Button kind="quiet" size="small" onClick={() => setAll(true)}>
          {t('Show all {{count}}', { count: items.length })}
        </Button>
      )}
    </>
  );
}

function HistoryLine({ entry }: { readonly entry: HistoryEntry }) {
  const { date, time } = useFormat();
  const at = (wire: string) => `${date(wire)}, ${time(wire)}`;
  const clock = (wire: string) => (dayOfWire(wire) === dayOfWire(entry.at) ? time(wire) : at(wire));
  return (
    <li>
      <div className="k-row k-stretch k-between k-gap-12">
        <b>{actLabel(entry)}</b>
        <time className="k-muted" dateTime={entry.at}>
          {at(entry.at)}
        </time>
      </div>
      <div className="k-muted k-small">{whoLabel(entry.who)}</div>
      {changeLabel(entry, { at, clock }).map(({ name, before, after }) => (
        <p key={name} className="k-mt-4 k-break">
          {name}: {before !== null && <PreviousValue>{before}</PreviousValue>}
          {after}
        </p>
      ))}
      {entry.reason !== '' && <p className="k-mt-4 k-break">“{entry.reason}”</p>}
    </li>
  );
}

function PreviousValue({ children }: { readonly children: string }) {
  return (
    <>
      <span className="k-muted">{children}</span>
      <span className="k-hidden">{t(' became')}</span> <span aria-hidden="true">→</span>{' '}
    </>
  );
}
