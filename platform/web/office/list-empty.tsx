import { Button, ButtonLink } from '../design/parts/button.tsx';
import { TextButton } from '../design/parts/link.tsx';
import styles from './list.module.css';
import {
  isFiltered,
  type ListChange,
  type ListState,
  type ListView,
  toView,
  unfiltered,
} from './list-state.ts';

interface ListEmptyProps {
  readonly one: string;
  readonly many: string;
  readonly home: string;
  readonly adds?: false;
  readonly state: ListState;
  readonly view: ListView | undefined;
  readonly views?: readonly ListView[];
  change(change: ListChange): void;
}

/** One sentence, and what to do next. */
export function ListEmpty({ state, view, views = [], change, many, one, home, adds }: ListEmptyProps) {
  const all = views.find(({ label }) => label === 'All');
  const filtered = isFiltered(state, view);
  const what = state.trash ? `${many} in the trash` : many;
  const none = view?.empty ?? `No ${what} yet.`;
  return (
    <div className={styles.empty}>
      <p>{filtered ? `No ${what} match.` : none}</p>
      {state.q !== '' && all && all !== view && (
        <Button kind="quiet" size="small" onClick={() => change(toView(state, view, all))}>
          Search all {many}
        </Button>
      )}
      {filtered && (
        <Button kind="quiet" size="small" onClick={() => change(unfiltered(view))}>
          Clear filters
        </Button>
      )}
      {!filtered && !state.trash && adds !== false && (
        <ButtonLink kind="quiet" size="small" href={`${home}/new`}>
          New {one}
        </ButtonLink>
      )}
      {!isFiltered(state) && state.trash && (
        <TextButton onClick={() => change({ trash: false, filters: {} })}>Show all</TextButton>
      )}
    </div>
  );
}
