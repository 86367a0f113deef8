import { useColourScheme } from '../colour-scheme.ts';
import { LogoMark, Wordmark } from '../parts/brand.tsx';
import { Segments } from '../parts/choice.tsx';
import { BookingParts, CleanerParts, SlotsAndDays } from './booking-parts.tsx';
import { Colours, Tiles, Type } from './foundations.tsx';
import styles from './gallery.module.css';
import { Pictures, Toasts } from './messages-and-pictures.tsx';
import { Buttons, EmptyAndLoading, Fields } from './plain-parts.tsx';

/** Every part in every state, on one page. */
export function Gallery() {
  const [scheme, setScheme] = useColourScheme();
  return (
    <main className={styles.page}>
      <header className={styles.top}>
        <LogoMark size={64} />
        <div className={styles.words}>
          <h1>One tile is one hour.</h1>
          <p className="k-muted">
            Sun is what you chose. Jade is what you press. Everything else is plaster.
          </p>
        </div>
        <Segments
          label="Colour scheme"
          hideLabel
          value={scheme}
          onChange={setScheme}
          options={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
            { value: 'auto', label: 'System' },
          ]}
        />
        <Wordmark width={190} />
      </header>
      <Colours />
      <Type />
      <Tiles />
      <Buttons />
      <SlotsAndDays />
      <BookingParts />
      <Fields />
      <EmptyAndLoading />
      <Toasts />
      <CleanerParts />
      <Pictures />
    </main>
  );
}
