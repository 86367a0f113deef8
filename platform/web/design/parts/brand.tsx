import done from '../svg/spot-done.svg';
import gift from '../svg/spot-gift.svg';
import moving from '../svg/spot-moving-in-out.svg';
import oneTime from '../svg/spot-one-time.svg';
import regular from '../svg/spot-regular.svg';
import spring from '../svg/spot-spring-cleaning.svg';
import { SERVICES, type Service } from '../tiles/drawings.ts';
import { vars } from '../tiles/tile.tsx';
import styles from './brand.module.css';

const SPOTS = {
  done,
  gift,
  regular,
  'one-time': oneTime,
  'spring-cleaning': spring,
  'moving-in-out': moving,
} as const;

export type SpotName = keyof typeof SPOTS;

export interface SpotProps {
  name: SpotName;
  /** Text alternative, if the image adds information; otherwise it is decorative. */
  label?: string | undefined;
  /** cropped: 190 px tall and as wide as its card, cut at the top; whole: 200 × 150 in its column. */
  fit?: 'whole' | 'cropped' | undefined;
}

/** A small illustration: chair and kopi (done), parcel (gift), or one of the four services. */
export function Illustration({ name, label = '', fit = 'whole' }: SpotProps) {
  return (
    <img
      className={styles.spot}
      data-fit={fit}
      src={SPOTS[name]}
      alt={label}
      width={200}
      height={150}
      loading="lazy"
    />
  );
}

export interface FacadeProps {
  service: Service;
  /** Whether the chosen service's door is open. */
  open?: boolean | undefined;
  /** Decorative unless labelled. */
  label?: string | undefined;
}

/** A shophouse facade, as wide as its box (120 : 252), with lit lamps in the dark scheme. */
export function Facade({ service, open = false, label }: FacadeProps) {
  const spoken = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <span className={styles.facade} data-service={service} {...spoken}>
      <svg viewBox="0 0 120 252" aria-hidden="true" className={styles.door} data-open={open || undefined}>
        <path d="M41 179h38v67H41z" fill="#ffe49a" />
        <path d="M41 179l10 6v61H41zM79 179l-10 6v61h10z" className={styles.leaves} />
      </svg>
    </span>
  );
}

/** Four facades side by side, one door open. It illustrates the menu, but is not a control. */
export function Terrace({ open, label }: { open?: Service | null | undefined; label?: string | undefined }) {
  const spoken = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <span className={styles.terrace} {...spoken}>
      {SERVICES.map((service) => (
        <Facade key={service} service={service} open={service === open} />
      ))}
    </span>
  );
}

/** The wordmark; inherits the text colour. */
export function Wordmark({ width = 104, label = 'Kemas' }: { width?: number; label?: string }) {
  return (
    <svg
      viewBox="0 -1 250 62"
      role="img"
      aria-label={label}
      className={styles.wordmark}
      style={vars({ width })}
    >
      <g fill="currentColor">
        <path d="M0 0h11v60H0zM13.5 40a20 20 0 0 1 20-20 20 20 0 0 1-20 20zM13.5 40a20 20 0 0 1 20 20 20 20 0 0 1-20-20z" />
        <circle cx="180" cy="40" r="14.6" fill="none" stroke="currentColor" strokeWidth="11" />
        <path d="M193.5 20h11v40h-11z" />
      </g>
      <g fill="none" stroke="currentColor" strokeWidth="11">
        <path d="M45.6 41.6h28.9A14.6 14.6 0 1 0 70.6 50" />
        <path d="M97.5 60V20M97.5 60V38a12.5 12.5 0 0 1 25 0v22M122.5 60V38a12.5 12.5 0 0 1 25 0v22" />
        <path d="M243.5 29.5C241 26.6 237.3 25.3 232 25.3c-6.6 0-11 2.4-11 6.6 0 4.6 4.6 5.9 11.4 7.3 7.6 1.6 12 3.3 12 8.5 0 4.7-4.8 7.3-12 7.3-6.3 0-10.9-1.9-13.9-5.6" />
      </g>
    </svg>
  );
}

interface BrandProps {
  /** What visitors call the business. */
  readonly name: string;
  /** Draws our wordmark in place of the name. */
  readonly isKemas: boolean;
  /** Spoken for all of it. */
  readonly label?: string | undefined;
  readonly width?: number | undefined;
  /** On a background that is dark in both schemes. */
  readonly onDark?: boolean | undefined;
}

/** The company's logo if the page's look has one (`--k-logo`), otherwise its name, or our wordmark. */
export function Brand({ name, isKemas, label = name, width, onDark }: BrandProps) {
  return (
    <span className={styles.brand} data-on-dark={onDark || undefined}>
      {isKemas ? (
        <Wordmark label={label} {...(width === undefined ? {} : { width })} />
      ) : (
        <span className={styles.name} role="img" aria-label={label}>
          {name}
        </span>
      )}
    </span>
  );
}

/** Six repetitions of the four patterns: 2,880 px, enough for wide screens. */
const FRIEZE = Array.from({ length: 6 }, () => SERVICES).flat();

/** The strip of all four patterns above the footer. */
export function FooterStrip() {
  return (
    <div className={styles.strip} aria-hidden="true">
      {FRIEZE.map((service, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed frieze
        <i key={index} data-service={service} />
      ))}
    </div>
  );
}
