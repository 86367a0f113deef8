import { type ReactNode, useId } from 'react';
import styles from './tick-row.module.css';

export interface TickRowProps {
  /** "Hob and hood". */
  children: ReactNode;
  /** 炉灶和抽油烟机 */
  zh?: ReactNode | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean | undefined;
  /** Below the text: "Ticked by Nur, 10:20". */
  note?: ReactNode | undefined;
}

/** A checklist row: the whole row is the target, the tick is a 46 px jade tile. */
export function TickRow({ children, zh, checked, onChange, disabled, note }: TickRowProps) {
  const noteID = useId();
  return (
    <label className={`k-row k-gap-16 k-py-10 k-line-below ${styles.row}`}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={noteID}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles.tile}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M5 12.5l5 5L19.5 7" />
        </svg>
      </span>
      <span className={`k-grow k-strong ${styles.words}`}>
        {children}
        {zh && <span lang="zh">{zh}</span>}
        <small id={noteID}>{note}</small>
      </span>
    </label>
  );
}
