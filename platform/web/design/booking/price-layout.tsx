import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs';
import { type ReactNode, useState } from 'react';
import { Icon } from '../parts/icon.tsx';
import { Sheet } from '../parts/sheet.tsx';
import styles from './price-layout.module.css';

export interface DockTexts {
  /** "Sat 28 Nov, 9:00 am". */
  title: ReactNode;
  /** "4 hours with Mdm Lim". */
  note?: ReactNode | undefined;
  /** "S$135.00". */
  total: ReactNode;
  /** For screen readers, before the total: "Show the price". */
  openLabel: string;
  closeLabel: string;
}

export interface PriceLayoutProps {
  /** A PricePanel; null before there is anything to price. */
  panel: ReactNode | null;
  /** Above the price: "Your price". */
  title: string;
  /** Null if the step itself shows the price: the dock then has only the button. */
  dock: DockTexts | null;
  /** The step's single jade button, `full`. */
  action: ReactNode;
  /** Under the button: "Held for 15 minutes while you finish." */
  footnote?: ReactNode | undefined;
  children: ReactNode;
}

/**
 * A booking step with its price always visible: on a phone a dock with the total that opens the panel as a sheet; on a
 * desktop the sticky panel on the right, 380 px, and the button at the bottom of the step, which stays in the window.
 */
export function PriceLayout({ panel, title, dock, action, footnote, children }: PriceLayoutProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.layout}>
      <div className={styles.step}>{children}</div>
      <div className={styles.dock} data-idle={!action && !footnote ? true : undefined}>
        {dock && (
          <button
            type="button"
            className={`k-row k-gap-12 k-mb-12 k-full ${styles.summary}`}
            onClick={() => setOpen(true)}
            aria-disabled={panel === null || undefined}
            aria-haspopup="dialog"
          >
            <span className={`k-grow ${styles.words}`}>
              <b>{dock.title}</b>
              {dock.note && <span className={styles.note}>{dock.note}</span>}
            </span>
            <span className="k-hidden">{dock.openLabel}</span>
            <b className={styles.total}>{dock.total}</b>
            {panel && <Icon of={IconChevronUp} />}
          </button>
        )}
        {action}
        {footnote && <p className={styles.footnote}>{footnote}</p>}
      </div>
      {panel && (
        <section className={styles.aside} aria-label={title}>
          <h2 className="k-hidden">{title}</h2>
          {panel}
        </section>
      )}
      {dock && (
        <Sheet
          open={open && panel !== null}
          onClose={() => setOpen(false)}
          title={title}
          closeLabel={dock.closeLabel}
        >
          <div className={styles.inSheet}>{panel}</div>
        </Sheet>
      )}
    </div>
  );
}
