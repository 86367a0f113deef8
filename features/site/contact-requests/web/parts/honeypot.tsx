import styles from './request.module.css';

interface HoneypotProps {
  readonly value: string;
  onChange(value: string): void;
}

/** A field that no person sees or reaches: what fills it in is a program, and the server throws its form away. */
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
