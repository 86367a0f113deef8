import { Button } from '#platform/web/design/parts/button.tsx';
import { useFormat } from '#platform/web/format.ts';
import { Panel } from '#platform/web/office/record.tsx';
import type { BlockState } from '../../../contract/overview.ts';
import { BLOCK_SPECS } from '../model/block-specs.ts';
import type { Values } from '../model/field-spec.ts';
import { toForm } from '../model/paired.ts';
import { DifferenceList } from '../versions/difference-list.tsx';
import styles from './block.module.css';

interface ConflictProps {
  readonly theirs: BlockState;
  readonly mine: Values;
  onMine(): Promise<void>;
  onTheirs(theirs: BlockState): void;
}

/** Two people wrote on the same block: what differs, and whose goes on. Neither is lost before one is chosen. */
export function Conflict({ theirs, mine, onMine, onTheirs }: ConflictProps) {
  const { time } = useFormat();
  const { fields } = BLOCK_SPECS[theirs.name];
  const { draft, content, by, updatedAt } = theirs;
  const who = (draft ? draft.by : by)?.fullname ?? 'Somebody';
  const at = draft?.savedAt ?? updatedAt;
  const did = draft ? 'kept a draft' : 'published this';
  return (
    <div role="alert">
      <Panel title="Somebody else changed this">
        <p>{`${who} ${did}${at === null ? '' : ` at ${time(at)}`}, while you were writing. Nothing of yours is lost.`}</p>
        <DifferenceList
          fields={fields}
          before={toForm(fields, draft?.content ?? content)}
          after={toForm(fields, mine)}
          names={{ before: 'Theirs', after: 'Yours' }}
        />
        <div className={styles.choices}>
          <Button size="small" kind="quiet" onClick={() => onTheirs(theirs)}>
            Take theirs
          </Button>
          <Button size="small" kind="quiet" onClick={() => void onMine()}>
            Keep mine
          </Button>
        </div>
      </Panel>
    </div>
  );
}
