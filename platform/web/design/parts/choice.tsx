import { type ReactNode, useId } from 'react';
import styles from './choice.module.css';

export interface Choice<Value extends string> {
  value: Value;
  label: ReactNode;
  /** Second line (RadioRows). */
  note?: ReactNode | undefined;
  /** Small image before the text (RadioRows): an Icon or a Tile. */
  picture?: ReactNode | undefined;
  disabled?: boolean | undefined;
}

interface ChoiceProps<Value extends string> {
  /** Above the group; also its accessible name. */
  label: ReactNode;
  /** For screen readers only. */
  hideLabel?: boolean | undefined;
  /** The id of a heading above with the same text, which then is the label. */
  labelledBy?: string | undefined;
  name?: string | undefined;
  options: readonly Choice<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  error?: ReactNode | undefined;
  /** RadioTiles: one row of equal widths, however narrow (five home sizes on a phone). */
  even?: boolean | undefined;
}

function Radios<Value extends string>(
  props: ChoiceProps<Value> & { className: string | undefined; rows: boolean },
) {
  const own = useId();
  const {
    label,
    hideLabel,
    labelledBy,
    name = own,
    options,
    value,
    onChange,
    error,
    className,
    rows,
  } = props;
  return (
    <fieldset
      className="k-block"
      aria-labelledby={labelledBy}
      aria-describedby={error ? `${own}-error` : undefined}
    >
      {labelledBy === undefined && (
        <legend className={hideLabel ? 'k-hidden' : styles.legend}>{label}</legend>
      )}
      <div className={className} data-even={props.even || undefined}>
        {options.map((option) => (
          <label key={option.value} data-disabled={option.disabled || undefined}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            {rows && option.picture && <span className={styles.picture}>{option.picture}</span>}
            <span>
              {rows ? <b>{option.label}</b> : option.label}
              {rows && option.note && <span className={styles.note}>{option.note}</span>}
            </span>
          </label>
        ))}
      </div>
      <p id={`${own}-error`} className={styles.error} aria-live="polite">
        {error}
      </p>
    </fieldset>
  );
}

/** A few short options side by side; the chosen one is sun: home sizes, genders, languages. */
export function RadioTiles<Value extends string>(props: ChoiceProps<Value>) {
  return <Radios {...props} className={styles.tiles} rows={false} />;
}

interface CheckTilesProps<Value extends string> {
  label: ReactNode;
  options: readonly Choice<Value>[];
  values: readonly Value[];
  onChange: (values: Value[]) => void;
}

/** A few short options side by side, any of which can be chosen: days of the week. */
export function CheckTiles<Value extends string>({
  label,
  options,
  values,
  onChange,
}: CheckTilesProps<Value>) {
  const toggle = (value: Value) =>
    onChange(values.includes(value) ? values.filter((one) => one !== value) : [...values, value]);
  return (
    <fieldset className="k-block">
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.tiles}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="checkbox"
              value={option.value}
              checked={values.includes(option.value)}
              onChange={() => toggle(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Two to four adjacent options: Day, Week. */
export function Segments<Value extends string>(props: ChoiceProps<Value>) {
  return <Radios {...props} className={styles.segments} rows={false} />;
}

/** Options with a second line, stacked in one frame: ways to pay, saved homes. */
export function RadioRows<Value extends string>(props: ChoiceProps<Value>) {
  return <Radios {...props} className={styles.rows} rows />;
}
