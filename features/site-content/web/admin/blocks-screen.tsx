import { Link, useSearchParams } from 'react-router';
import { useCall } from '#platform/web/api/queries.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useFormat } from '#platform/web/format.ts';
import { isSame } from '#platform/web/forms/form-changes.ts';
import { Loaded } from '#platform/web/office/record.tsx';
import type { BlockName } from '../../contract/blocks.ts';
import { type BlockState, readBlocks } from '../../contract/overview.ts';
import styles from './block/block.module.css';
import { BlockEditor } from './block/block-editor.tsx';
import { BLOCK_SPECS } from './model/block-specs.ts';
import { countMissing } from './model/missing.ts';
import { toContent, toForm } from './model/paired.ts';
import { SiteFrame } from './site-frame.tsx';

export type BlockNames = readonly [BlockName, ...BlockName[]];

interface BlocksScreenProps {
  readonly title: string;
  readonly names: BlockNames;
}

/** Some blocks of the site: all of them at the side with how they stand, one of them in the form. */
export function BlocksScreen({ title, names }: BlocksScreenProps) {
  const blocks = useCall(readBlocks, {});
  const [search] = useSearchParams();
  const asked = names.find((name) => name === search.get('block'));
  const chosen = asked ?? names[0];
  const isOnly = names.length === 1;
  return (
    <SiteFrame title={title}>
      <Loaded query={blocks} what="the site's content">
        {(reply) => {
          const state = reply.blocks.find(({ name }) => name === chosen);
          const shown = names.flatMap((name) => reply.blocks.filter((block) => block.name === name));
          return (
            <div
              className={isOnly ? styles.only : styles.body}
              data-chosen={asked !== undefined || undefined}
            >
              {!isOnly && <BlockList blocks={shown} chosen={chosen} />}
              <div className={styles.chosen}>
                {!isOnly && (
                  <p className={styles.back}>
                    <TextLink href="?">All blocks</TextLink>
                  </p>
                )}
                {state && <BlockEditor key={chosen} state={state} />}
              </div>
            </div>
          );
        }}
      </Loaded>
    </SiteFrame>
  );
}

interface BlockListProps {
  readonly blocks: readonly BlockState[];
  readonly chosen: BlockName;
}

function BlockList({ blocks, chosen }: BlockListProps) {
  return (
    <nav className={styles.side} aria-label="Blocks">
      <ul className={styles.blocks}>
        {blocks.map((block) => (
          <li key={block.name}>
            <Link to={`?block=${block.name}`} aria-current={block.name === chosen ? 'page' : undefined}>
              <b>{BLOCK_SPECS[block.name].title}</b>
              <HowItStands block={block} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Whether it has a draft, who was last at it, how much has no Chinese. */
function HowItStands({ block: { name, draft, content, by, updatedAt } }: { readonly block: BlockState }) {
  const { date } = useFormat();
  const { fields } = BLOCK_SPECS[name];
  const missing = countMissing(fields, toForm(fields, draft?.content ?? content));
  const normal = (given: BlockState['content']) => toContent(fields, toForm(fields, given));
  const isDraft = draft !== null && !isSame(normal(draft.content), normal(content));
  const who = isDraft ? draft.by : by;
  const at = isDraft ? draft.savedAt : updatedAt;
  return (
    <span className={styles.state}>
      {isDraft && <span className={styles.draft}>Draft</span>}
      {at === null ? 'As Kemas comes' : `${date(at)}${who === null ? '' : `, ${who.fullname}`}`}
      {missing > 0 && <span>{`中文 ${missing} missing`}</span>}
    </span>
  );
}
