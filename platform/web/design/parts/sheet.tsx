import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from './button.tsx';
import styles from './sheet.module.css';

export interface SheetProps {
  open: boolean;
  /** Triggered by Esc, the close button, or a press outside. */
  onClose: () => void;
  title: ReactNode;
  /** Label of the close button: "Close". */
  closeLabel: string;
  children: ReactNode;
  /** Buttons below the contents, the safe one first. */
  actions?: ReactNode | undefined;
}

/**
 * A question or details above the page: from the bottom on a phone, centred on a desktop.
 * A native dialog: the page behind is inert, Esc closes, and the focus returns to where it was.
 */
export function Sheet({ open, onClose, title, closeLabel, children, actions }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    const before = document.activeElement;
    element.showModal();
    return () => {
      element.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [open]);
  if (!open) return null;
  const outside = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog itself handles Esc
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby={heading}
      onClick={outside}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.inside}>
        <div className={`k-row k-top k-between k-gap-12 ${styles.head}`}>
          <h2 id={heading} tabIndex={-1}>
            {title}
          </h2>
          <IconButton icon={IconX} label={closeLabel} onClick={onClose} />
        </div>
        <div className="k-mt-6">{children}</div>
        {actions && <div className={`k-stack k-gap-10 ${styles.actions}`}>{actions}</div>}
      </div>
    </dialog>
  );
}
