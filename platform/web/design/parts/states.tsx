import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import type { ReactNode } from 'react';
import { vars } from '../tiles/tile.tsx';
import { Illustration, type SpotName } from './brand.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './states.module.css';

export interface EmptyStateProps {
  /** One line: "Nothing booked yet". */
  title: ReactNode;
  /** A concrete suggestion: "Saturday morning has 6 free times." */
  children?: ReactNode | undefined;
  spot?: SpotName | undefined;
  /** One Button or ButtonLink, size small. */
  action?: ReactNode | undefined;
  /** h3 under an h2 (default), h2 where it is the page's only content. */
  level?: 2 | 3 | undefined;
}

/** A card for an empty list. */
export function EmptyState({ title, children, spot, action, level = 3 }: EmptyStateProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className={`k-panel ${styles.card}`}>
      {spot && <Illustration name={spot} fit="cropped" />}
      <div className={styles.words}>
        <Heading>{title}</Heading>
        {children && <p className={`k-mt-4 k-muted k-small ${styles.suggestion}`}>{children}</p>}
        {action && <div className="k-stack k-mt-12">{action}</div>}
      </div>
    </div>
  );
}

export interface ErrorStateProps {
  /** The problem first, then what to do: "We could not load your bookings." */
  children: ReactNode;
  /** "Try again". */
  retryLabel?: string | undefined;
  onRetry?: (() => void) | undefined;
  /** "Trying again", while it does. */
  retrying?: string | false | undefined;
}

/** Replaces content that could not be loaded. */
export function ErrorState({ children, retryLabel, onRetry, retrying }: ErrorStateProps) {
  return (
    <div className={`k-row k-wrap k-gap-12 ${styles.error}`} role="alert">
      <Icon of={IconAlertTriangle} />
      <p>{children}</p>
      {onRetry && retryLabel && (
        <Button kind="quiet" size="small" onClick={onRetry} busy={retrying}>
          {retryLabel}
        </Button>
      )}
    </div>
  );
}

const WIDTHS = ['42%', '88%', '76%', '60%'];

export interface SkeletonProps {
  /** What is loading, shown after half a second and announced: "Getting free times". */
  words: string;
  /** Number of slats. */
  lines?: number | undefined;
  /** In its own card (default), or bare inside one. */
  bare?: boolean | undefined;
}

/** A loading placeholder: slats in the shape of text, closing one after another; nothing in the first 150 ms. */
export function Skeleton({ words, lines = 4, bare = false }: SkeletonProps) {
  return (
    <div className={bare ? styles.bare : `k-panel ${styles.skeleton}`} role="status">
      <Slats widths={Array.from({ length: lines }, (_, index) => WIDTHS[index % WIDTHS.length] ?? '80%')} />
      <span className={`k-mt-10 k-block k-muted ${styles.loadingWords}`}>{words}</span>
    </div>
  );
}

/** Bare slats of the given widths, to outline specific content while it loads. Hidden from screen readers. */
export function Slats({ widths }: { widths: readonly string[] }) {
  return (
    <span className={styles.slats} aria-hidden="true">
      {widths.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: slats have no identity
        <i key={index} style={vars({ width, animationDelay: `${150 + index * 90}ms` })} />
      ))}
    </span>
  );
}
