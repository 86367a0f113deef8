import IconRestore from '@tabler/icons-react/dist/esm/icons/IconRestore.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../design/parts/button.tsx';
import { type Drawing, Icon } from '../design/parts/icon.tsx';
import { t } from '../i18n/office.ts';
import styles from './list.module.css';
import type { BulkProgress, BulkTask } from './use-bulk.ts';
import type { TrashTasks } from './use-trash.ts';

/** A button of the bar above selected rows. */
export interface BulkAction<Item> {
  readonly label: string;
  readonly icon: Drawing;
  /** Whether it can be done to the row; default to all. The others stay selected, unchanged. */
  applies?(item: Item): boolean;
  /** What it does, or the sheet that asks for the details. */
  readonly does: BulkTask<Item> | ((sheet: BulkSheetProps<Item>) => ReactNode);
}

export interface BulkSheetProps<Item> {
  /** The rows to which the action applies. */
  readonly items: readonly Item[];
  /** Closes the sheet and begins. */
  start(task: BulkTask<Item>): void;
  onClose(): void;
}

interface BulkBarProps<Item> {
  readonly selected: readonly Item[];
  /** The list shows the trash. */
  readonly inTrash: boolean;
  readonly actions: readonly BulkAction<Item>[];
  readonly trashing: TrashTasks<Item> | undefined;
  readonly progress: BulkProgress | null;
  /** The total of the selected rows: "11 hours". */
  sumOf?(items: readonly Item[]): string;
  run(items: readonly Item[], task: BulkTask<Item>): void;
  clear(): void;
}

/** Above the table while rows are selected: their number and actions, then the progress of what was chosen. */
export function BulkBar<Item>(props: BulkBarProps<Item>) {
  const { selected, progress, sumOf } = props;
  if (progress)
    return (
      <SelectionBar label={t('Progress')}>
        <Progress {...progress} />
      </SelectionBar>
    );
  return (
    <SelectionBar label={t('Selected rows')}>
      <b>{t('{{count}} selected', { count: selected.length })}</b>
      {sumOf && <span className={styles.sum}>{sumOf(selected)}</span>}
      <span className={styles.space} />
      <Actions {...props} />
      <IconButton icon={IconX} label={t('Clear selection')} onClick={props.clear} />
    </SelectionBar>
  );
}

function SelectionBar({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="k-bulk-bar" role="toolbar" aria-label={label}>
      {children}
    </div>
  );
}

function Progress({ doing, finished, total, stop }: BulkProgress) {
  return (
    <>
      <b aria-live="polite">{t('{{doing}}  {{finished}} of {{total}}', { doing, finished, total })}</b>
      <progress className={styles.progress} value={finished} max={total} aria-label={doing} />
      <span className={styles.space} />
      <BulkButton icon={IconX} label={t('Stop')} onClick={stop} />
    </>
  );
}

function Actions<Item>({ selected, actions, inTrash, trashing, run }: BulkBarProps<Item>) {
  const [asking, setAsking] = useState<BulkAction<Item> | null>(null);
  if (inTrash)
    return (
      trashing && (
        <BulkButton icon={IconRestore} label={t('Restore')} onClick={() => run(selected, trashing.restore)} />
      )
    );
  const itemsOf = ({ applies }: BulkAction<Item>) => (applies ? selected.filter(applies) : selected);
  const { does } = asking ?? {};
  return (
    <>
      {actions
        .filter((action) => itemsOf(action).length > 0)
        .map((action) => (
          <BulkButton
            key={action.label}
            icon={action.icon}
            label={action.label}
            onClick={() =>
              typeof action.does === 'function' ? setAsking(action) : run(itemsOf(action), action.does)
            }
          />
        ))}
      {trashing && (
        <BulkButton icon={IconTrash} label={t('Trash')} onClick={() => run(selected, trashing.trash)} />
      )}
      {asking &&
        typeof does === 'function' &&
        does({
          items: itemsOf(asking),
          start: (task) => {
            setAsking(null);
            run(itemsOf(asking), task);
          },
          onClose: () => setAsking(null),
        })}
    </>
  );
}

interface BulkButtonProps {
  readonly icon: Drawing;
  readonly label: string;
  onClick(): void;
}

function BulkButton({ icon, label, onClick }: BulkButtonProps) {
  return (
    <button type="button" className={`k-inline k-gap-6 ${styles.bulk}`} onClick={onClick}>
      <Icon of={icon} />
      {label}
    </button>
  );
}
