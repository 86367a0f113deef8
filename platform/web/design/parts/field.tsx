import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

/** Common texts of all fields. */
export interface FieldTexts {
  /** Above the control. */
  label: ReactNode;
  /** Next to the label, quiet: "Optional". */
  aside?: ReactNode | undefined;
  /** Below: its purpose, or what the value resolves to ("Blk 145 Lor 2 Toa Payoh"). */
  hint?: ReactNode | undefined;
  /** What to correct, as a sentence. Announced when it appears. */
  error?: ReactNode | undefined;
  /** A tick before the hint: the value was checked or saved. */
  saved?: boolean | undefined;
  /** Differs from the saved value (office forms): a sun line. */
  changed?: boolean | undefined;
}

interface FieldAria {
  id: string;
  'aria-describedby': string;
  'aria-invalid': true | undefined;
}

function splitTexts<Props extends FieldTexts>(props: Props) {
  const { label, aside, hint, error, saved, changed, ...rest } = props;
  return { texts: { label, aside, hint, error, saved, changed }, rest };
}

/** The line below a control: the error if there is one, otherwise the hint. A live region, always in the page. */
function FieldMessage({
  id,
  error,
  hint,
  saved,
}: { id: string } & Pick<FieldTexts, 'error' | 'hint' | 'saved'>) {
  return (
    <span
      id={id}
      className={`k-row k-top k-gap-6 k-break k-muted ${styles.message}`}
      data-error={error ? true : undefined}
      aria-live="polite"
    >
      {error && <Icon of={IconAlertTriangle} size={18} />}
      {!error && saved && <Icon of={IconCheck} size={18} />}
      {(error || hint) && <span>{error || hint}</span>}
    </span>
  );
}

/** Label above, control, message below. Use it directly only for a control that is not in this file. */
export function Field({ children, ...props }: FieldTexts & { children: (wiring: FieldAria) => ReactNode }) {
  const id = useId();
  const messageID = `${id}-message`;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={`k-row k-stretch k-wrap k-between ${styles.label}`}>
        {props.label}
        {props.aside && <span className={styles.aside}>{props.aside}</span>}
      </label>
      {children({ id, 'aria-describedby': messageID, 'aria-invalid': props.error ? true : undefined })}
      <FieldMessage id={messageID} error={props.error} hint={props.hint} saved={props.saved} />
    </div>
  );
}

/** The box around a text control. */
function Box({ texts, children, tall }: { texts: FieldTexts; children: ReactNode; tall?: boolean }) {
  return (
    <span
      className={`k-row k-gap-10 k-full ${styles.box}`}
      data-error={texts.error ? true : undefined}
      data-changed={texts.changed || undefined}
      data-tall={tall || undefined}
    >
      {children}
    </span>
  );
}

export interface TextFieldProps extends FieldTexts, Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  /** Codes and postal codes: the text font with the slashed zero. */
  code?: boolean | undefined;
  /** Quiet text in the box before and after the value: "S$", "h". */
  before?: ReactNode | undefined;
  after?: ReactNode | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** A single-line text field. Takes every attribute of <input>. */
export function TextField(props: TextFieldProps) {
  const { texts, rest } = splitTexts(props);
  const { code, before, after, ...input } = rest;
  return (
    <Field {...texts}>
      {(wiring) => (
        <Box texts={texts}>
          {before && <span className={`k-nowrap k-muted ${styles.affix}`}>{before}</span>}
          <input type="text" {...input} {...wiring} className={code ? styles.code : undefined} />
          {after && <span className={`k-nowrap k-muted ${styles.affix}`}>{after}</span>}
        </Box>
      )}
    </Field>
  );
}

/** A Singapore mobile number: +65 is a prefix in the box, the value is the eight digits. */
export function TelField(props: Omit<TextFieldProps, 'type' | 'before' | 'code'>) {
  return <TextField autoComplete="tel-national" inputMode="numeric" {...props} type="tel" before="+65" />;
}

export interface SelectFieldProps
  extends FieldTexts,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'children'> {
  options: readonly { value: string; label: string; disabled?: boolean }[];
  /** Shown while nothing is chosen: "Choose a home". */
  placeholder?: string | undefined;
  ref?: Ref<HTMLSelectElement> | undefined;
}

/** The native select, so that phones show their own picker. */
export function SelectField(props: SelectFieldProps) {
  const { texts, rest } = splitTexts(props);
  const { options, placeholder, ...select } = rest;
  return (
    <Field {...texts}>
      {(wiring) => (
        <Box texts={texts}>
          <select {...select} {...wiring}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon of={IconChevronDown} size={20} />
        </Box>
      )}
    </Field>
  );
}

export interface TextAreaProps extends FieldTexts, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> {
  ref?: Ref<HTMLTextAreaElement> | undefined;
}

/** Multi-line text. Grows with its text if the browser supports it. */
export function TextArea(props: TextAreaProps) {
  const { texts, rest } = splitTexts(props);
  return (
    <Field {...texts}>
      {(wiring) => (
        <Box texts={texts} tall>
          <textarea rows={3} {...rest} {...wiring} />
        </Box>
      )}
    </Field>
  );
}

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type'> {
  label: ReactNode;
  hint?: ReactNode | undefined;
  error?: ReactNode | undefined;
}

/** A yes or no that is submitted with a form. */
export function Checkbox({ label, hint, error, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={`k-row k-top k-gap-12 k-py-10 ${styles.check}`}>
        <input {...input} type="checkbox" aria-describedby={id} aria-invalid={error ? true : undefined} />
        <span>{label}</span>
      </label>
      <FieldMessage id={id} error={error} hint={hint} />
    </div>
  );
}

/** A yes or no that takes effect immediately: "Mdm Lim first". */
export function Switch({ label, hint, error, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <label className={`k-row k-between k-gap-16 ${styles.switch}`}>
      <span className="k-grow">
        <b>{label}</b>
        <span id={id} className={styles.switchHint} data-error={error ? true : undefined}>
          {error || hint}
        </span>
      </span>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: the native checkbox state serves as the switch state */}
      <input {...input} type="checkbox" role="switch" aria-describedby={id} />
    </label>
  );
}
