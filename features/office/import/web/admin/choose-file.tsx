import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '#platform/web/design/parts/button.tsx';
import { SelectField } from '#platform/web/design/parts/field.tsx';
import { ErrorState } from '#platform/web/design/parts/states.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { Panel } from '#platform/web/office/record.tsx';
import { randomID } from '#platform/web/random-id.ts';
import { FIELDS, KINDS, type Kind } from '../../rules/fields.ts';
import { guessSource, missingFields, presetMapping, SOURCES_OF, type Source } from '../../rules/sources.ts';
import { type ChosenFile, saveTemplate } from './chosen-file.ts';
import styles from './import.module.css';
import { readFile } from './read-file.ts';

const KIND_OPTIONS = [
  { value: 'customers', label: t('Customers and their homes') },
  { value: 'cleaners', label: t('Cleaners') },
] as const;
export const SOURCE_NAMES: Readonly<Record<Source, string>> = {
  kemas: t('Kemas template'),
  jobber: t('Jobber, client export'),
  bookingkoala: t('BookingKoala, customer export'),
  other: t('Another file'),
};

interface ChooseFileProps {
  readonly chosen: ChosenFile | null;
  onChoose(chosen: ChosenFile | null): void;
}

/** The file, what it contains, where it comes from, and which column is which field. */
export function ChooseFile({ chosen, onChoose }: ChooseFileProps) {
  const [kind, setKind] = useState(useKindInAddress());
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);

  async function open(file: File) {
    const table = await readFile(file);
    const isUnreadable = 'problem' in table;
    setProblem(isUnreadable ? table.problem : null);
    if (isUnreadable) return onChoose(null);
    const source = guessSource(kind, table.headers);
    const mapping = presetMapping(kind, source, table.headers);
    onChoose({ id: randomID(), name: file.name, table, kind, source, mapping });
  }

  function change(changed: Partial<Pick<ChosenFile, 'kind' | 'source'>>) {
    if (changed.kind) setKind(changed.kind);
    if (chosen === null) return;
    const of = changed.kind ?? chosen.kind;
    const { headers } = chosen.table;
    const source = changed.source ?? guessSource(of, headers);
    onChoose({ ...chosen, kind: of, source, mapping: presetMapping(of, source, headers) });
  }

  return (
    <Panel
      title={t('File')}
      note={t('CSV, up to 10 MB and 20,000 rows. The first row has the names of the columns.')}
      end={
        <Button kind="quiet" size="small" icon={IconDownload} onClick={() => saveTemplate(kind)}>
          {t('Template for {{kind}}', { kind })}
        </Button>
      }
    >
      <div className={styles.fields}>
        <SelectField
          label={t('The file contains')}
          options={KIND_OPTIONS}
          value={kind}
          onChange={({ target }) => change({ kind: target.value as Kind })}
        />
        {chosen && (
          <SelectField
            label={t('It comes from')}
            options={SOURCES_OF[kind].map((value) => ({ value, label: SOURCE_NAMES[value] }))}
            value={chosen.source}
            onChange={({ target }) => change({ source: target.value as Source })}
          />
        )}
      </div>
      <div className={`k-row k-wrap k-gap-8 k-gap-x-12 ${styles.acts}`}>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          hidden
          aria-label={t('CSV file')}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void open(file);
            target.value = ''; // allows choosing the corrected file again
          }}
        />
        <Button
          kind={chosen ? 'quiet' : 'primary'}
          size="small"
          icon={IconUpload}
          onClick={() => input.current?.click()}
        >
          {chosen ? t('Choose another file') : t('Choose a file')}
        </Button>
        {chosen && <span className="k-break">{chosen.name}</span>}
      </div>
      {problem && <ErrorState>{problem}</ErrorState>}
      {chosen && <Columns chosen={chosen} onChoose={onChoose} />}
    </Panel>
  );
}

/** The lists link here with `?kind=cleaners`. */
function useKindInAddress(): Kind {
  const [search] = useSearchParams();
  const wanted = search.get('kind');
  return KINDS.find((kind) => kind === wanted) ?? 'customers';
}

interface ColumnsProps {
  readonly chosen: ChosenFile;
  onChoose(chosen: ChosenFile): void;
}

/** Which column is which field: preset, and open where a required one is missing. */
function Columns({ chosen, onChoose }: ColumnsProps) {
  const { kind, mapping, table } = chosen;
  const missing = missingFields(kind, mapping);
  const isMissing = missing.length > 0;
  const [isOpen, setOpen] = useState(isMissing || chosen.source === 'other');
  const options = table.headers.map((header) => ({ value: header, label: header }));
  return (
    <details
      className={styles.columns}
      open={isOpen || isMissing}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t('Columns')}</summary>
      <div className={styles.fields}>
        {FIELDS[kind].map(({ name, label, isRequired }) => {
          const columns = mapping[name] ?? [];
          return (
            <SelectField
              key={name}
              label={label}
              aside={
                isRequired && (columns.length > 0 || missing.includes(label)) ? undefined : t('Optional')
              }
              error={missing.includes(label) ? t('Choose a column.') : undefined}
              hint={
                columns.length > 1
                  ? t('If empty: {{join}}', { join: columns.slice(1).join(', ') })
                  : undefined
              }
              placeholder={t('Not in the file')}
              options={options}
              value={columns[0] ?? ''}
              onChange={({ target: { value } }) =>
                onChoose({ ...chosen, mapping: { ...mapping, [name]: value === '' ? [] : [value] } })
              }
            />
          );
        })}
      </div>
    </details>
  );
}
