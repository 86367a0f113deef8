import { Menu } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import {
  lazy,
  memo,
  type PointerEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { get, useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { JOB_TYPE_OPTIONS } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { PictureField } from '#features/catalogue/uploads/web/parts/picture-field.tsx';
import { Button, IconButton } from '#platform/web/design/parts/button.tsx';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { t } from '#platform/web/i18n/office.ts';
import type { FormField } from '#platform/web/office/form-fields.ts';
import { FormInput } from '#platform/web/office/form-input.tsx';
import { menuOverlay } from '#platform/web/office/overlay.ts';
import { capital } from '#platform/web/office/record-kind.ts';
import { Sortable } from '#platform/web/office/sortable.tsx';
import { randomID } from '#platform/web/random-id.ts';
import {
  type Field,
  type Fields,
  type FocusField,
  isTranslated,
  type ListField,
  MAX_ENTRIES,
  type PlainField,
  type TranslatedField,
} from '../../contract/fields.ts';
import { DRAWINGS } from '../../rules/drawings.ts';
import { Drawing } from '../parts/drawing.tsx';
import styles from './form.module.css';
import {
  blankEntry,
  gapsOf,
  lacksChinese,
  lacksDescription,
  pairOf,
  recordOf,
  textOf,
  wordsOf,
} from './form-values.ts';
import { useInput } from './use-content-form.ts';

// The editor is as large as the rest of the office's code, so it is only loaded for forms with rich text.
const RichEditor = lazy(() => import('./rich-editor.tsx'));

interface ContentFieldsProps {
  readonly fields: Fields;
  /** The prefix of each name: `steps.0.` within an entry. */
  readonly at?: string;
}

/** The inputs of some fields, including nested lists. Each input subscribes to its own value. */
export const ContentFields = memo(function ContentFields({ fields, at = '' }: ContentFieldsProps) {
  return Object.entries(fields).map(([name, field]) => (
    <InputOf key={name} field={field} name={at + name} at={at} />
  ));
});

interface InputOfProps<F extends Field = Field> {
  readonly field: F;
  /** Its path in the form: `steps.0.icon`. */
  readonly name: string;
  readonly at: string;
}

function InputOf({ field, name, at }: InputOfProps) {
  if (isTranslated(field)) return <PairedText field={field} name={name} at={at} />;
  switch (field.kind) {
    case 'list':
      return <Entries field={field} name={name} />;
    case 'picture':
      return <PictureInput label={field.label} name={name} />;
    case 'focus':
      return <FocusInput field={field} name={name} pictures={field.of.map((picture) => at + picture)} />;
    case 'icon':
      return <IconInput label={field.label} name={name} />;
    case 'key':
      return null;
    default:
      return <PlainInput field={field} name={name} />;
  }
}

/** A text in one language, a link, a price or a service. */
function PlainInput({ field, name }: { readonly field: PlainField; readonly name: string }) {
  const input = useInput(name);
  // An empty price becomes '' and shows an error; undefined would count as not sent.
  const onChange = (value: unknown) => input.onChange(value ?? '');
  return <FormInput field={formFieldOf(field)} input={{ ...input, onChange }} />;
}

function formFieldOf({ kind, label, hint }: PlainField): FormField {
  switch (kind) {
    case 'price':
      return { kind: 'figure', unit: 'S$', label };
    case 'service':
      return { kind: 'choice', label, options: SERVICE_OPTIONS };
    case 'link':
      return {
        kind: 'text',
        label,
        hint: hint ?? t('A page on this site, such as /services, or a web address.'),
      };
    default:
      return { kind: 'text', label, ...(hint && { hint }) };
  }
}

export const SERVICE_OPTIONS = [{ value: '', label: t('All cleans') }, ...JOB_TYPE_OPTIONS];

/** A picture, uploaded as soon as it is chosen. */
function PictureInput({ label, name }: { readonly label: string; readonly name: string }) {
  const { value, error, onChange } = useInput(name);
  return <PictureField label={label} value={textOf(value)} error={error} onChange={onChange} />;
}

/** The same text in English and Chinese, side by side. */
function PairedText({ field, name, at }: InputOfProps<TranslatedField>) {
  const { kind, label, hint, of } = field;
  const english = useInput(`${name}.en`);
  const chinese = useInput(`${name}.zh`);
  const [en, zh] = [textOf(english.value), textOf(chinese.value)];
  const picture: unknown = useWatch({ name: at + (of ?? ''), disabled: of === undefined });
  const isSilent = of !== undefined && lacksDescription(picture, { en, zh: '' });
  const inChinese = `${label}, 中文`;
  const silent = isSilent && <Gap>{t('No description')}</Gap>;
  const untranslated = lacksChinese({ en, zh }) && <Gap>{t('Not translated')}</Gap>;
  return (
    <div className={`k-stack k-gap-12 ${styles.pair}`}>
      {kind === 'rich' ? (
        <Suspense fallback={<Skeleton words={t('Loading the editor')} lines={3} />}>
          <RichEditor input={english} label={label} lang="en-SG" />
          <RichEditor input={chinese} label={inChinese} lang="zh" aside={untranslated} />
        </Suspense>
      ) : (
        <>
          <FormInput field={{ kind, label, ...(hint && { hint }) }} input={english} aside={silent} />
          <FormInput field={{ kind, label: inChinese, lang: 'zh' }} input={chinese} aside={untranslated} />
        </>
      )}
    </div>
  );
}

function Gap({ children }: { readonly children: ReactNode }) {
  return <span className={styles.missing}>{children}</span>;
}

/** Lists of up to this many entries are initially expanded. */
const OPEN_ENTRIES = 3;

interface EntriesProps {
  readonly field: ListField;
  readonly name: string;
}

/** A list within a form: entries can be added, moved, and deleted with Undo, each with its translation. */
function Entries({ field, name }: EntriesProps) {
  const { one, label } = field;
  const entries = useFieldArray({ name, keyName: 'key' });
  const { getValues } = useFormContext();
  const toast = useToast();
  const [added, setAdded] = useState<number | null>(null);
  const { errors } = useFormState({ name });
  const add = () => {
    setAdded(entries.fields.length);
    entries.append(blankEntry(field.fields, randomID), { shouldFocus: false });
  };
  const remove = (index: number) => {
    const removed: unknown = structuredClone(getValues(`${name}.${index}`));
    entries.remove(index);
    toast.show({
      text: t('{{capital}} {{index}} deleted.', { capital: capital(one), index: index + 1 }),
      undo: () => entries.insert(index, removed as object, { shouldFocus: false }),
    });
  };
  const count = entries.fields.length;
  return (
    <fieldset className="k-stack k-left k-gap-10">
      <legend className={styles.legend}>{label}</legend>
      {count === 0 && (
        <p className={styles.note}>{t('No {{toLowerCase}} yet.', { toLowerCase: label.toLowerCase() })}</p>
      )}
      <Sortable
        label={label}
        items={entries.fields}
        keyOf={({ key }) => key}
        nameOf={(_entry, index) => `${one} ${index + 1}`}
        move={entries.move}
      >
        {(_entry, index, handle) => (
          <EntryCard
            field={field}
            name={`${name}.${index}`}
            index={index}
            handle={handle}
            opens={count <= OPEN_ENTRIES || index === added}
            isNew={index === added}
            onRemove={() => remove(index)}
          />
        )}
      </Sortable>
      <p className={`k-bad k-strong ${styles.error}`} aria-live="polite">
        {listError(get(errors, name))}
      </p>
      <Button
        kind="quiet"
        size="small"
        icon={IconPlus}
        onClick={add}
        disabledReason={
          count >= MAX_ENTRIES && t('A list holds {{max_entries}} entries', { max_entries: MAX_ENTRIES })
        }
      >
        {t('Add {{one}}', { one })}
      </Button>
    </fieldset>
  );
}

/** The error of the list itself, as opposed to its entries. */
function listError(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || Array.isArray(error)) return undefined;
  return 'message' in error && typeof error.message === 'string' ? error.message : undefined;
}

interface EntryCardProps {
  readonly field: ListField;
  readonly name: string;
  readonly index: number;
  readonly handle: ReactNode;
  /** Initially expanded. */
  readonly opens: boolean;
  /** Just added: its first field gets the focus. */
  readonly isNew: boolean;
  onRemove(): void;
}

/** An entry of a list: its name, and its fields when expanded. */
function EntryCard({ field, name, index, handle, opens, isNew, onRemove }: EntryCardProps) {
  const [isOpen, setOpen] = useState(opens);
  const { errors } = useFormState({ name });
  const isWrong = get(errors, name) !== undefined;
  const body = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (isNew) body.current?.querySelector<HTMLElement>('input, textarea, button')?.focus();
  }, [isNew]);
  const one = `${field.one} ${index + 1}`;
  const isShown = isOpen || isWrong;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the fieldset is the list; a card has buttons in its head
    <div className="k-panel" role="group" aria-label={capital(one)}>
      <div className={`k-row k-gap-4 ${styles.cardHead}`}>
        {handle}
        <button
          type="button"
          className={`k-row k-gap-8 k-grow ${styles.cardName}`}
          aria-expanded={isShown}
          aria-controls={id}
          onClick={() => setOpen(!isShown)}
        >
          <EntryName field={field} name={name} one={one} />
          {isWrong && <Icon of={IconAlertTriangle} size={18} label={t('Something to fix')} />}
          <Icon of={IconChevronDown} size={18} />
        </button>
        <IconButton icon={IconTrash} label={t('Delete {{one}}', { one })} onClick={onRemove} />
      </div>
      <div id={id} ref={body} className={`k-stack k-gap-14 ${styles.cardBody}`} hidden={!isShown}>
        <ContentFields fields={field.fields} at={`${name}.`} />
      </div>
    </div>
  );
}

/** Its title, and the number of missing translations. */
function EntryName({ field, name, one }: EntriesProps & { readonly one: string }) {
  const entry = recordOf(useWatch({ name }));
  const value = entry[field.nameOf];
  const words = wordsOf(typeof value === 'string' ? value : pairOf(value).en);
  return (
    <>
      <span className="k-grow k-truncate">{words === '' ? capital(one) : <b>{words}</b>}</span>
      {gapsOf(field.fields, entry).map((gap) => (
        <Gap key={gap}>{gap}</Gap>
      ))}
    </>
  );
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const CENTRE: Point = { x: 50, y: 50 };

interface FocusInputProps {
  readonly field: FocusField;
  readonly name: string;
  /** The paths of the pictures it applies to. */
  readonly pictures: readonly string[];
}

/** The focal point of a cropped picture, set by pointer or arrow keys. Percent from the top left. */
function FocusInput({ field, name, pictures }: FocusInputProps) {
  const { value, error, onChange } = useInput(name);
  const urls: readonly unknown[] = useWatch({ name: [...pictures] });
  const url = urls.find((picture) => typeof picture === 'string' && picture !== '');
  const help = useId();
  if (typeof url !== 'string') return null;
  const point = readPoint(value);
  const pick = (event: PointerEvent<HTMLElement>) => {
    if (event.type === 'pointermove' && event.buttons !== 1) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    onChange({
      x: percent((event.clientX - left) / width),
      y: percent((event.clientY - top) / height),
    });
  };
  const slide = (axis: 'x' | 'y', label: string) => (
    <label className={styles.axis}>
      <span>{label}</span>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={point[axis]}
        aria-describedby={help}
        onChange={({ target }) => onChange({ ...point, [axis]: Number(target.value) })}
      />
    </label>
  );
  return (
    <fieldset className="k-row k-stretch k-wrap k-gap-8 k-gap-x-16">
      <legend className={`k-row k-stretch k-wrap k-between ${styles.label}`}>{field.label}</legend>
      <div className={styles.focusPicture} onPointerDown={pick} onPointerMove={pick} aria-hidden="true">
        <img src={url} alt="" draggable={false} />
        <span style={{ left: `${point.x}%`, top: `${point.y}%` }} />
      </div>
      <div className={`k-stack k-gap-6 ${styles.axes}`}>
        {slide('x', t('From the left'))}
        {slide('y', t('From the top'))}
        <p id={help} className={styles.note}>
          {field.hint}
        </p>
        {value !== undefined && <TextButton onClick={() => onChange(undefined)}>{t('Centre')}</TextButton>}
        <p className={`k-bad k-strong ${styles.error}`}>{error}</p>
      </div>
    </fieldset>
  );
}

function percent(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 100);
}

function readPoint(value: unknown): Point {
  const { x, y } = recordOf(value);
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : CENTRE;
}

/** The display name of an illustration: `living-room` is Living room. */
export function drawingName(key: string): string {
  return capital(key.replaceAll('-', ' '));
}

/** Selects one of the site's illustrations. */
function IconInput({ label, name }: { readonly label: string; readonly name: string }) {
  const { value, error, changed, onChange } = useInput(name);
  const text = textOf(value);
  const words = text === '' ? t('None') : drawingName(text);
  return (
    <div>
      <p className={`k-row k-stretch k-wrap k-between ${styles.label}`}>{label}</p>
      <Menu {...menuOverlay} position="bottom-start">
        <Menu.Target>
          <button
            type="button"
            className={`k-inline k-gap-8 ${styles.drawing}`}
            data-changed={changed || undefined}
            aria-label={`${label}: ${words}`}
          >
            <Drawing name={text} size={28} />
            <span>{words}</span>
            <Icon of={IconChevronDown} size={18} />
          </button>
        </Menu.Target>
        <Menu.Dropdown className={styles.drawings}>
          <Menu.Item onClick={() => onChange('')}>{t('None')}</Menu.Item>
          {DRAWINGS.map((key) => (
            <Menu.Item key={key} leftSection={<Drawing name={key} size={28} />} onClick={() => onChange(key)}>
              {drawingName(key)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <p className={`k-bad k-strong ${styles.error}`} aria-live="polite">
        {error}
      </p>
    </div>
  );
}
