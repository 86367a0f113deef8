import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '#platform/web/api/api.ts';
import type { ApiError } from '#platform/web/api/api-error.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { LeadParagraph } from '#platform/web/office/plain-page.tsx';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { findImported, LOOKUPS_AT_ONCE } from '../../contract.ts';
import type { Kind } from '../../rules/fields.ts';
import { missingFields } from '../../rules/sources.ts';
import { type CheckedRow, checkRows } from './check-rows.ts';
import { type ChosenFile, saveCorrections } from './chosen-file.ts';
import styles from './import.module.css';
import { recordAddress } from './record-address.ts';
import type { ImportRequest } from './use-import.ts';

/** Rows shown at once: the file has them all. */
const SHOWN = 100;

interface DryRunProps {
  readonly chosen: ChosenFile;
  onImport(request: ImportRequest): void;
}

/** What each row of the file would do. Nothing is saved. */
export function DryRun({ chosen, onImport }: DryRunProps) {
  const { kind, mapping, table } = chosen;
  const missing = missingFields(kind, mapping);
  const rows = useQuery<CheckedRow[], ApiError>({
    queryKey: ['/imports/find', chosen.id, kind, mapping],
    queryFn: async () => findKnown(kind, await checkRows(kind, mapping, table.rows)),
    enabled: missing.length === 0,
    gcTime: 0,
    staleTime: 0,
  });
  if (missing.length > 0)
    return (
      <EmptyState title={t('Some columns are missing')} level={2}>
        {t('Choose the columns for {{join}} above.', { join: missing.join(', ') })}
      </EmptyState>
    );
  return (
    <Loaded query={rows} what={t('who is there already')}>
      {(items) => <Checked chosen={chosen} rows={items} onImport={onImport} />}
    </Loaded>
  );
}

const VIEWS = [
  // Another home belongs to someone new: those of others are `there`.
  { label: t('New'), has: ({ outcome }: CheckedRow) => outcome === 'new' || outcome === 'home' },
  { label: t('Already there'), has: ({ outcome }: CheckedRow) => outcome === 'there' },
  { label: t('To correct'), has: isToCorrect },
] as const;
const [NEW, , TO_CORRECT] = VIEWS;

interface CheckedProps extends DryRunProps {
  readonly rows: readonly CheckedRow[];
}

function Checked({ chosen, rows, onImport }: CheckedProps) {
  const { kind, source, table, name } = chosen;
  const toCorrect = rows.filter(isToCorrect);
  const [view, setView] = useState<(typeof VIEWS)[number]>(toCorrect.length > 0 ? TO_CORRECT : NEW);
  const shown = rows.filter(view.has);
  const people = rows.flatMap(({ outcome, person }) => (outcome === 'new' && person ? [person] : []));
  return (
    <Panel title={t('Dry run')} note={t('Nothing has been saved yet.')}>
      {/* biome-ignore lint/a11y/useSemanticElements: a legend does not fit in this row */}
      <div className="k-row k-wrap k-gap-8 k-gap-x-12 k-mb-12" role="group" aria-label={t('Rows')}>
        {VIEWS.map((one) => (
          <Button
            key={one.label}
            kind={view === one ? 'chosen' : 'quiet'}
            size="small"
            aria-pressed={view === one}
            onClick={() => setView(one)}
          >
            {`${one.label} ${rows.filter(one.has).length.toLocaleString('en-SG')}`}
          </Button>
        ))}
      </div>
      {shown.length === 0 ? (
        <LeadParagraph>{t('No such rows.')}</LeadParagraph>
      ) : (
        <PanelTable
          caption={view.label}
          items={shown.slice(0, SHOWN).map((row) => ({ ...row, id: String(row.row) }))}
          columns={[
            { title: t('Row'), render: ({ row }) => row },
            { title: t('Name'), render: (row) => nameCell(kind, row) },
            { title: t('Mobile'), render: ({ person }) => person?.person.mobile.replace(/^65/, '') ?? '–' },
            { title: t('What to know'), render: whatToKnow },
          ]}
        />
      )}
      {shown.length > SHOWN && (
        <LeadParagraph>
          {t('The first {{shown}} of {{count}} rows.', {
            shown: SHOWN,
            count: shown.length.toLocaleString('en-SG'),
          })}
        </LeadParagraph>
      )}
      <div className={`k-row k-wrap k-gap-8 k-gap-x-12 ${styles.acts}`}>
        <Button
          disabledReason={people.length === 0 && t('Nobody new in this file')}
          onClick={() => onImport({ kind, source, filename: name.slice(0, 200), people })}
        >
          {t('Import {{count}}', { count: countOf(people.length, kind) })}
        </Button>
        {toCorrect.length > 0 && (
          <Button kind="quiet" icon={IconDownload} onClick={() => saveCorrections(table.headers, toCorrect)}>
            {t('Download {{count}} to correct', { count: toCorrect.length.toLocaleString('en-SG') })}
          </Button>
        )}
      </div>
    </Panel>
  );
}

/** Rows that are not imported, or only in part. */
function isToCorrect({ outcome, notes }: CheckedRow): boolean {
  const isPartial = notes.some((note) => note.startsWith('Imported without'));
  return outcome === 'wrong' || (outcome !== 'there' && isPartial);
}

function nameCell(kind: Kind, { name, recordID }: CheckedRow): ReactNode {
  if (recordID === undefined) return name || '–';
  return <Link to={recordAddress(kind, recordID)}>{name}</Link>;
}

function whatToKnow({ errors, notes, person }: CheckedRow): ReactNode {
  const homes = person?.homes?.length ?? 0;
  return (
    <>
      {errors.map(({ field, message }) => (
        <span key={field} className={`k-block ${styles.error}`}>
          <b>{field}:</b> {message}
        </span>
      ))}
      {notes.map((note) => (
        <span key={note} className="k-block k-muted">
          {note}
        </span>
      ))}
      {errors.length + notes.length === 0 &&
        homes > 0 &&
        t('With {{value}}', { value: homes === 1 ? t('a home') : t('{{homes}} homes', { homes }) })}
    </>
  );
}

/** `1 customer`, `1,300 cleaners`. */
export function countOf(count: number, kind: Kind): string {
  return `${count.toLocaleString('en-SG')} ${count === 1 ? kind.slice(0, -1) : kind}`;
}

/** Marks the people who are there already. @throws ApiError */
async function findKnown(kind: Kind, rows: readonly CheckedRow[]): Promise<CheckedRow[]> {
  const marked = [...rows];
  const asked = rows.flatMap(({ person }, index) => (person === null ? [] : [{ index, ...person.person }]));
  for (let start = 0; start < asked.length; start += LOOKUPS_AT_ONCE) {
    const some = asked.slice(start, start + LOOKUPS_AT_ONCE);
    const people = some.map(({ mobile, email = '' }) => ({ mobile, email }));
    const { items } = await callApi(findImported, { body: { kind, people } });
    for (const { index, recordID, same, trash } of items) {
      const at = some[index]?.index ?? -1;
      const row = marked[at];
      if (row) marked[at] = { ...row, outcome: 'there', recordID, notes: [whyThere(same, trash)] };
    }
  }
  return withTheirHomes(marked);
}

/** Further homes of people who are there already are not imported either. */
function withTheirHomes(rows: readonly CheckedRow[]): CheckedRow[] {
  const there = new Map(rows.filter(({ outcome }) => outcome === 'there').map((row) => [row.row, row]));
  return rows.map((row) => {
    const person = row.homeOf === undefined ? undefined : there.get(row.homeOf);
    return person === undefined ? row : { ...row, outcome: 'there', notes: person.notes };
  });
}

function whyThere(same: 'mobile' | 'email', trash: 0 | 1): string {
  const what = same === 'mobile' ? t('mobile number') : t('e-mail address');
  return trash === 1
    ? t('Already there with this {{what}}, in the trash. Not imported.', { what })
    : t('Already there with this {{what}}. Not imported.', { what });
}
