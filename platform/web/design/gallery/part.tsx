import type { ReactNode } from 'react';
import { vars } from '../tiles/tile.tsx';
import styles from './gallery.module.css';

/** A section of the gallery under its ruled heading. */
export function Part({ title, span = 4, children }: { title: string; span?: number; children: ReactNode }) {
  return (
    <section className={styles.part} style={vars({ '--span': span })}>
      <h2 className={styles.heading}>{title}</h2>
      {children}
    </section>
  );
}
