import { useMediaQuery } from '@mantine/hooks';
import { useSearchParams } from 'react-router';
import { useCall } from '#platform/web/api/queries.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { EditableBy } from '#platform/web/office/editable-by.tsx';
import { Loaded } from '#platform/web/office/record.tsx';
import type { BlockName } from '../../contract/blocks.ts';
import { readBlocks } from '../../contract/overview.ts';
import styles from './block/block.module.css';
import { BlockEditor } from './block/block-editor.tsx';
import { BlockList } from './block/block-list.tsx';
import { callsOf } from './model/calls-of.ts';
import { SiteFrame } from './site-frame.tsx';

export type BlockNames = readonly [BlockName, ...BlockName[]];

interface BlocksScreenProps {
  readonly title: string;
  readonly names: BlockNames;
}

/** Some blocks of the site: the list with their status at the side, and one of them in the form. */
export function BlocksScreen({ title, names }: BlocksScreenProps) {
  const blocks = useCall(readBlocks, {});
  const [search] = useSearchParams();
  const asked = names.find((name) => name === search.get('block'));
  const chosen = asked ?? names[0];
  // A phone shows only the list until a block is opened.
  const isBeside = useMediaQuery('(min-width: 56.25em)');
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
              {!isOnly && <BlockList blocks={shown} chosen={isBeside ? chosen : (asked ?? null)} />}
              <div className={styles.chosen}>
                {!isOnly && (
                  <p className={styles.back}>
                    <TextLink href="?">All sections</TextLink>
                  </p>
                )}
                {state && (
                  <EditableBy call={callsOf(chosen).save}>
                    <BlockEditor key={chosen} state={state} />
                  </EditableBy>
                )}
              </div>
            </div>
          );
        }}
      </Loaded>
    </SiteFrame>
  );
}
