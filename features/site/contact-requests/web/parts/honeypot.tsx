import styles from './request.module.css';

interface HoneypotProps {
  readonly value: string;
  onChange(value: string): void;
}

/**
 * A field that people can neither see nor focus: submissions that fill it in come from bots, and the server discards
 * them.
 */
export function Honeypot({ value, onChange }: HoneypotProps) {
  return (
    <div className={styles.pot} aria-hidden="true">
      <input
        name="website"
        tabIndex={-1}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
