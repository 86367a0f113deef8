import { Button } from '#platform/web/design/parts/button.tsx';
import { useFormat } from '#platform/web/format.ts';
import { Panel } from '#platform/web/office/record.tsx';
import type { Fields, Values } from '../model/field-spec.ts';
import { toForm } from '../model/paired.ts';
import { DifferenceList } from '../versions/difference-list.tsx';
import styles from './block.module.css';

/** What somebody else has done to the same content. */
export interface Theirs {
  readonly by: { readonly fullname: string } | null;
  /** `published this` */
  readonly did: string;
  readonly at: string | null;
  readonly content: Values;
}

interface ConflictProps {
  readonly fields: Fields;
  readonly theirs: Theirs;
  readonly mine: Values;
  onMine(): Promise<void>;
  onTheirs(): void;
}

/** Two people wrote on the same: what differs, and whose goes on. Neither is lost before one is chosen. */
export function Conflict({ fields, theirs, mine, onMine, onTheirs }: ConflictProps) {
  const { time } = useFormat();
  const { by, did, at, content } = theirs;
  const when = at === null ? '' : ` at ${time(at)}`;
  return (
    <div role="alert">
      <Panel title="Somebody else changed this">
        <p>{`${by?.fullname ?? 'Somebody'} ${did}${when}, while you were writing. Nothing of yours is lost.`}</p>
        <DifferenceList
          fields={fields}
          before={toForm(fields, content)}
          after={toForm(fields, mine)}
          names={{ before: 'Theirs', after: 'Yours' }}
        />
        <div className={styles.choices}>
          <Button size="small" kind="quiet" onClick={onTheirs}>
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
