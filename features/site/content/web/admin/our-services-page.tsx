import { useSearchParams } from 'react-router';
import { useCall } from '#platform/web/api/queries.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { Loaded } from '#platform/web/office/record.tsx';
import type { BlockName } from '../../contract/blocks.ts';
import { readBlocks } from '../../contract/overview.ts';
import styles from './block/block.module.css';
import { BlockEditor } from './block/block-editor.tsx';
import { BlockList } from './block/block-list.tsx';
import { ChosenItem, ItemList, SERVICE_KINDS } from './service-items.tsx';
import { SiteFrame } from './site-frame.tsx';

/** In the order in which they appear on the site. */
const NAMES: readonly BlockName[] = [
  'services-page',
  'about-regular',
  'about-one-time',
  'about-spring-cleaning',
  'about-moving-in-out',
  'every-clean',
  'not-included',
  'questions',
  'closing',
  'select-service',
];

/** /admin/cms/our-services: the pages' texts and both lists at the side, one of them in the form. */
export function Component() {
  const [search] = useSearchParams();
  const kind = SERVICE_KINDS.find((each) => search.has(each));
  const chosen = kind === undefined ? null : search.get(kind);
  const block = NAMES.find((name) => name === search.get('block')) ?? null;
  return (
    <SiteFrame title="Our services">
      <div className={styles.body} data-chosen={kind !== undefined || block !== null || undefined}>
        <div className={styles.side}>
          <Blocks chosen={block} />
          {SERVICE_KINDS.map((each) => (
            <ItemList key={each} kind={each} chosen={each === kind ? chosen : null} />
          ))}
        </div>
        <div className={styles.chosen}>
          {block !== null && <ChosenBlock name={block} />}
          {kind !== undefined && chosen !== null && (
            <ChosenItem key={`${kind} ${chosen}`} kind={kind} id={chosen} />
          )}
          {block === null && chosen === null && (
            <EmptyState title="Choose what to edit, or add an entry." level={2}>
              Texts are on the site once they are published, entries as soon as they are saved.
            </EmptyState>
          )}
        </div>
      </div>
    </SiteFrame>
  );
}

function Blocks({ chosen }: { readonly chosen: BlockName | null }) {
  return (
    <section className={styles.items} aria-label="Texts">
      <h2>Texts</h2>
      <Loaded query={useCall(readBlocks, {})} what="the texts">
        {({ blocks }) => (
          <BlockList
            blocks={NAMES.flatMap((name) => blocks.filter((each) => each.name === name))}
            chosen={chosen}
          />
        )}
      </Loaded>
    </section>
  );
}

function ChosenBlock({ name }: { readonly name: BlockName }) {
  return (
    <>
      <p className={styles.back}>
        <TextLink href="?">Our services</TextLink>
      </p>
      <Loaded query={useCall(readBlocks, {})} what="the texts">
        {({ blocks }) => {
          const state = blocks.find((each) => each.name === name);
          return state && <BlockEditor key={name} state={state} />;
        }}
      </Loaded>
    </>
  );
}
