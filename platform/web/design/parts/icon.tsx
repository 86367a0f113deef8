import type { ComponentPropsWithoutRef, ComponentType } from 'react';
import styles from './icon.module.css';

/** What an icon file exports. */
export type Drawing = ComponentType<Omit<ComponentPropsWithoutRef<'svg'>, 'stroke'> & { stroke?: number }>;

export interface IconProps {
  /** A Tabler outline icon: `import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'`. */
  of: Drawing;
  /** Only where no word stands beside it (back, close, chevrons). */
  label?: string | undefined;
  /** px; by default the area's: 22 customer, 28 cleaner, 18 office. */
  size?: number | undefined;
}

/** An icon in the brand's stroke. It is silent unless labelled: a word beside it speaks. */
export function Icon({ of: Drawn, label, size }: IconProps) {
  const sized = size === undefined ? {} : { style: { width: size, height: size } };
  const spoken = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return <Drawn className={styles.icon} stroke={1.75} {...sized} {...spoken} />;
}
