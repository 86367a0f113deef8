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

/** What every field shows around its control. */
export interface FieldTexts {
  /** Above the control. */
  label: ReactNode;
  /** Beside the label, quiet: "Optional". */
  aside?: ReactNode | undefined;
  /** Below: what it is for, or what it turned into ("Blk 145 Lor 2 Toa Payoh"). */
  hint?: ReactNode | undefined;
  /** What to fix, as a sentence. Announced when it appears. */
  error?: ReactNode | undefined;
  /** A tick before the hint: the value was checked or saved. */
  saved?: boolean | undefined;
  /** Differs from what is stored (office forms): a sun line. */
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

/** The line under a control: the error when there is one, else the hint. A live region, always there. */
function Message({ id, error, hint, saved }: { id: string } & Pick<FieldTexts, 'error' | 'hint' | 'saved'>) {
  return (
    <span id={id} className={styles.message} data-error={error ? true : undefined} aria-live="polite">
      {error && <Icon of={IconAlertTriangle} size={18} />}
      {!error && saved && <Icon of={IconCheck} size={18} />}
      {(error || hint) && <span>{error || hint}</span>}
    </span>
  );
}

/** Label above, control, message below. Use it directly only for a control that is not in this file. */
export function Field({ children, ...props }: FieldTexts & { children: (wiring: FieldAria) => ReactNode }) {
  const id = useId();
  const messageId = `${id}-message`;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {props.label}
        {props.aside && <span className={styles.aside}>{props.aside}</span>}
      </label>
      {children({ id, 'aria-describedby': messageId, 'aria-invalid': props.error ? true : undefined })}
      <Message id={messageId} error={props.error} hint={props.hint} saved={props.saved} />
    </div>
  );
}

/** The box drawn around a text control. */
function Box({ texts, children, tall }: { texts: FieldTexts; children: ReactNode; tall?: boolean }) {
  return (
    <span
      className={styles.box}
      data-error={texts.error ? true : undefined}
      data-changed={texts.changed || undefined}
      data-tall={tall || undefined}
    >
      {children}
    </span>
  );
}

export interface TextFieldProps extends FieldTexts, Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  /** Codes and postal codes: the text face with the slashed zero. */
  code?: boolean | undefined;
  /** Quiet text in the box before and after the value: "S$", "h". */
  before?: ReactNode | undefined;
  after?: ReactNode | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** One line of text. Takes every attribute of <input>. */
export function TextField(props: TextFieldProps) {
  const { texts, rest } = splitTexts(props);
  const { code, before, after, ...input } = rest;
  return (
    <Field {...texts}>
      {(wiring) => (
        <Box texts={texts}>
          {before && <span className={styles.affix}>{before}</span>}
          <input type="text" {...input} {...wiring} className={code ? styles.code : undefined} />
          {after && <span className={styles.affix}>{after}</span>}
        </Box>
      )}
    </Field>
  );
}

/** A Singapore mobile: +65 stands in the box, the value is the eight digits. */
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

/** A list to choose from: the platform's own select, so that phones show their own wheel. */
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

/** Several lines. Grows with its text where the browser can. */
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

/** One yes or no that is sent with a form. */
export function Checkbox({ label, hint, error, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.check}>
        <input {...input} type="checkbox" aria-describedby={id} aria-invalid={error ? true : undefined} />
        <span>{label}</span>
      </label>
      <Message id={id} error={error} hint={hint} />
    </div>
  );
}

/** One yes or no that acts at once: "Mdm Lim first". */
export function Switch({ label, hint, error, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <label className={styles.switch}>
      <span className={styles.switchText}>
        <b>{label}</b>
        <span id={id} className={styles.switchHint} data-error={error ? true : undefined}>
          {error || hint}
        </span>
      </span>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox's own state speaks for the switch */}
      <input {...input} type="checkbox" role="switch" aria-describedby={id} />
    </label>
  );
}
