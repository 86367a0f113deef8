import {
  type HomePreference,
  type HomeWithPreferences,
  preferenceName,
  preferencesOf,
} from './home-preferences.ts';
import styles from './preference-chips.module.css';

interface PreferenceChipsProps {
  readonly home: HomeWithPreferences;
  /** The enabled ones. */
  readonly on: readonly HomePreference[];
  onChange(on: readonly HomePreference[]): void;
}

/** The home's preferences as toggle buttons. */
export function PreferenceChips({ home, on, onChange }: PreferenceChipsProps) {
  const toggle = (preference: HomePreference) =>
    onChange(on.includes(preference) ? on.filter((one) => one !== preference) : [...on, preference]);
  return (
    <fieldset className={styles.chips}>
      <legend className="k-hidden">Home preferences</legend>
      {preferencesOf(home).map((preference) => (
        <button
          key={preference}
          type="button"
          aria-pressed={on.includes(preference)}
          onClick={() => toggle(preference)}
        >
          {preferenceName(preference, home)}
        </button>
      ))}
    </fieldset>
  );
}
