import { Link } from 'react-router';
import { useFormat } from '#platform/web/format.ts';
import { isSame } from '#platform/web/forms/form-changes.ts';
import type { BlockName } from '../../../contract/blocks.ts';
import type { BlockState } from '../../../contract/overview.ts';
import { BLOCK_SPECS } from '../model/block-specs.ts';
import { gapsOf } from '../model/missing.ts';
import { toContent, toForm } from '../model/paired.ts';
import styles from './block.module.css';

interface BlockListProps {
  readonly blocks: readonly BlockState[];
  /** Null if none is open. */
  readonly chosen: BlockName | null;
}

/** The blocks with their status, each linking to its form. */
export function BlockList({ blocks, chosen }: BlockListProps) {
  return (
    <nav className={styles.side} aria-label="Sections">
      <ul className={styles.blocks}>
        {blocks.map((block) => (
          <li key={block.name}>
            <Link to={`?block=${block.name}`} aria-current={block.name === chosen ? 'page' : undefined}>
              <b>{BLOCK_SPECS[block.name].title}</b>
              <BlockStatus block={block} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Whether it has a draft, who edited it last, and the number of missing translations. */
function BlockStatus({ block: { name, draft, content, by, updatedAt } }: { readonly block: BlockState }) {
  const { date } = useFormat();
  const { fields } = BLOCK_SPECS[name];
  const normal = (given: BlockState['content']) => toContent(fields, toForm(fields, given));
  const isDraft = draft !== null && !isSame(normal(draft.content), normal(content));
  const who = isDraft ? draft.by : by;
  const at = isDraft ? draft.savedAt : updatedAt;
  return (
    <span className={styles.state}>
      {isDraft && <span className={styles.draft}>Draft</span>}
      {at === null ? 'Original text' : `${date(at)}${who === null ? '' : `, ${who.fullname}`}`}
      {gapsOf(fields, toForm(fields, draft?.content ?? content)).map((gap) => (
        <span key={gap}>{gap}</span>
      ))}
    </span>
  );
}
