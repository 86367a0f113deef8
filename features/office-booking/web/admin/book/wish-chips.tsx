import { type Wish, type WishfulHome, wishesOf, wishName } from './home-wishes.ts';
import styles from './wish-chips.module.css';

interface WishChipsProps {
  readonly home: WishfulHome;
  /** Those that count. */
  readonly on: readonly Wish[];
  onChange(on: readonly Wish[]): void;
}

/** What the home asks of whoever comes, each to be switched off and on. */
export function WishChips({ home, on, onChange }: WishChipsProps) {
  const toggle = (wish: Wish) =>
    onChange(on.includes(wish) ? on.filter((one) => one !== wish) : [...on, wish]);
  return (
    <fieldset className={styles.chips}>
      <legend className="k-hidden">This home asks for</legend>
      {wishesOf(home).map((wish) => (
        <button key={wish} type="button" aria-pressed={on.includes(wish)} onClick={() => toggle(wish)}>
          {wishName(wish, home)}
        </button>
      ))}
    </fieldset>
  );
}
