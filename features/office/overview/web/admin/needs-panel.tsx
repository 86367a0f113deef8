import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { appClock } from '#platform/web/app-clock.ts';
import { businessDay, dayOfWire } from '#platform/web/business-time.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useFormat } from '#platform/web/format.ts';
import { Panel } from '#platform/web/office/record.tsx';
import { May } from '#platform/web/session/may.tsx';
import { useShortcut, useShortcuts } from '#platform/web/shortcuts.ts';
import type { NeedRow } from '../../contract/needs.ts';
import type { Overview } from '../../contract.ts';
import { NEED_PERMISSION } from './need-permission.ts';
import { MORE, type NeedAction, type NeedCall, viewOf } from './need-view.ts';
import styles from './overview.module.css';
import { keyOfNeed, useNeedAction } from './use-need-action.ts';

/** Marks the main action of each row. */
const ACTION = 'data-need-action';

/** What needs the office now. J and K walk from row to row; Enter presses the row's action, which has the focus. */
export function NeedsPanel({ needs, more }: Pick<Overview, 'needs' | 'more'>) {
  const list = useRef<HTMLUListElement>(null);
  const [shortcuts] = useShortcuts();
  const walk = (by: number) => {
    const actions = actionsIn(list.current);
    const at = actions.indexOf(document.activeElement as HTMLElement);
    const next = at === -1 && by < 0 ? actions.length - 1 : at + by;
    actions[Math.max(0, Math.min(next, actions.length - 1))]?.focus();
  };
  const canWalk = needs.length > 0;
  const [shown, folded] = foldNeeds(needs, businessDay(appClock.now()));
  useShortcut('j', canWalk ? () => walk(1) : undefined);
  useShortcut('k', canWalk ? () => walk(-1) : undefined);
  useFocusAfterRemoval(list, needs);
  const count = needs.length + more.reduce((sum, kind) => sum + kind.count, 0);
  return (
    <Panel title="Needs you" end={count > 0 && <span className={styles.quiet}>{thingsOf(count)}</span>}>
      {canWalk ? (
        <>
          <ul className={styles.needs} ref={list}>
            {shown.map((need) => (
              <Need key={keyOfNeed(need)} need={need} />
            ))}
            {folded.map((fold) => (
              <Folded key={fold.chip} fold={fold} />
            ))}
          </ul>
          <More more={more} />
          {shortcuts && (
            <p className={styles.keys}>
              <kbd>J</kbd> and <kbd>K</kbd> to walk, <kbd>Enter</kbd> to press
            </p>
          )}
        </>
      ) : (
        <EmptyState title="Nothing needs you" spot="done">
          Every visit has its crew, and no one is waiting for an answer.
        </EmptyState>
      )}
    </Panel>
  );
}

interface Fold {
  readonly status: 'wrong' | 'held';
  readonly chip: string;
  readonly words: string;
  readonly needs: readonly NeedRow[];
}

/** What can wait is one row if there are two or more: visits not clocked before today, and series that end. */
function foldNeeds(needs: readonly NeedRow[], today: string): [readonly NeedRow[], readonly Fold[]] {
  const earlier = needs.filter(
    (need) => need.kind === 'not-finished' && dayOfWire(need.visit.endTime) < today,
  );
  const ending = needs.filter(({ kind }) => kind === 'series-ending');
  const folds: Fold[] = [
    {
      status: 'wrong' as const,
      chip: 'Not clocked',
      words: `${earlier.length} visits that ended before today were not clocked`,
      needs: earlier,
    },
    { status: 'held' as const, chip: 'Ending', words: `${ending.length} series end soon`, needs: ending },
  ].filter((fold) => fold.needs.length > 1);
  const inFolds = new Set(folds.flatMap((fold) => fold.needs));
  return [needs.filter((need) => !inFolds.has(need)), folds];
}

function Folded({ fold: { status, chip, words, needs } }: { readonly fold: Fold }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <li className={styles.need}>
        <StatusChip status={status}>{chip}</StatusChip>
        <div className={styles.words}>
          <p>{words}</p>
        </div>
        <div className={styles.actions}>
          <Button
            kind="quiet"
            size="small"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            {...{ [ACTION]: true }}
          >
            {isOpen ? 'Hide' : 'Show'}
          </Button>
        </div>
      </li>
      {isOpen && needs.map((need) => <Need key={keyOfNeed(need)} need={need} />)}
    </>
  );
}

function thingsOf(count: number): string {
  return count === 1 ? '1 thing' : `${count} things`;
}

function actionsIn(list: HTMLUListElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(`[${ACTION}]`) ?? [])];
}

/** When the row with the focus disappears, the row in its place gets the focus. */
function useFocusAfterRemoval(
  list: { readonly current: HTMLUListElement | null },
  needs: readonly NeedRow[],
): void {
  const focused = useRef(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when rows come or go
  useEffect(() => {
    const actions = actionsIn(list.current);
    if (focused.current >= 0 && document.activeElement === document.body) {
      actions[Math.min(focused.current, actions.length - 1)]?.focus();
    }
    const remember = () => {
      focused.current = actionsIn(list.current).indexOf(document.activeElement as HTMLElement);
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, [needs]);
}

function Need({ need }: { readonly need: NeedRow }) {
  const { press, busy } = useNeedAction(need);
  const view = viewOf(need, useFormat(), appClock.now().getTime());
  const act = { onPress: (does: NeedCall) => void press(does), busy };
  return (
    <li className={styles.need}>
      <StatusChip status={view.status}>{view.chip}</StatusChip>
      <div className={styles.words}>
        <Link to={view.to}>{view.title}</Link>
        <p>{view.detail}</p>
      </div>
      <May act={NEED_PERMISSION[need.kind]}>
        <div className={styles.actions}>
          {view.other && <Action action={view.other} {...act} />}
          <Action action={view.action} {...act} isMain />
        </div>
      </May>
    </li>
  );
}

interface ActionProps {
  readonly action: NeedAction;
  readonly busy: boolean;
  readonly isMain?: boolean;
  onPress(does: NeedCall): void;
}

function Action({ action, busy, isMain = false, onPress }: ActionProps) {
  const look = { kind: 'quiet', size: 'small', ...(isMain && { [ACTION]: true }) } as const;
  if ('to' in action) {
    return (
      <ButtonLink {...look} href={action.to}>
        {action.label}
      </ButtonLink>
    );
  }
  return (
    <Button {...look} busy={busy && action.busy} onClick={() => onPress(action.does)}>
      {action.label}
    </Button>
  );
}

function More({ more }: Pick<Overview, 'more'>) {
  if (more.length === 0) return null;
  return (
    <ul className={styles.more}>
      {more.map(({ kind, count }) => {
        const { words, to } = MORE[kind];
        return (
          <li key={kind}>
            <Link to={to}>{`and ${count} more ${words}`}</Link>
          </li>
        );
      })}
    </ul>
  );
}
