import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs';
import { type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';
import styles from './stars.module.css';

export interface StarsProps {
  /** Accessible name of the group: "Rate Tuesday's visit". */
  label: ReactNode;
  /** Accessible names of the stars, lowest first: "1 star" … "5 stars". */
  names: readonly [string, string, string, string, string];
  /** 1 to 5, null before the first press. */
  value: number | null;
  onChange: (value: number) => void;
  name?: string | undefined;
}

/** A rating of 1 to 5. Stars are used for nothing else. */
export function Stars({ label, names, value, onChange, name }: StarsProps) {
  const own = useId();
  return (
    <fieldset className={`k-row k-stretch k-gap-6 ${styles.stars}`}>
      <legend className="k-hidden">{label}</legend>
      {names.map((text, index) => (
        <label key={text} data-lit={(value !== null && index < value) || undefined}>
          <input
            type="radio"
            name={name ?? own}
            value={index + 1}
            checked={value === index + 1}
            aria-label={text}
            onChange={() => onChange(index + 1)}
          />
          <Icon of={IconStar} size={28} />
        </label>
      ))}
    </fieldset>
  );
}
