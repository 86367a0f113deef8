import type { ComponentPropsWithoutRef, ComponentType } from 'react';
import styles from './icon.module.css';

export type Drawing = ComponentType<Omit<ComponentPropsWithoutRef<'svg'>, 'stroke'> & { stroke?: number }>;

export interface IconProps {
  /** A Tabler outline icon: `import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'`. */
  of: Drawing;
  /** Only if there is no text next to it (back, close, chevrons). */
  label?: string | undefined;
  /** px; defaults to the area's: 22 customer, 28 cleaner, 18 office. */
  size?: number | undefined;
}

/** An icon in the brand's stroke width. Hidden from screen readers unless labelled. */
export function Icon({ of: Drawn, label, size }: IconProps) {
  const sized = size === undefined ? {} : { style: { width: size, height: size } };
  const spoken = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return <Drawn className={styles.icon} stroke={1.75} {...sized} {...spoken} />;
}
