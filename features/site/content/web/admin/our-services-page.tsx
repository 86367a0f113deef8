import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useCall } from '#platform/web/api/queries.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { Loaded } from '#platform/web/office/record.tsx';
import { capital } from '#platform/web/office/record-kind.ts';
import { Sortable, useDropped } from '#platform/web/office/sortable.tsx';
import { useMoves } from '#platform/web/office/use-moves.ts';
import { useMayCall } from '#platform/web/session/use-may.ts';
import type { BlockName } from '../../contract/blocks.ts';
import type { ItemKind } from '../../contract/items.ts';
import { readBlocks } from '../../contract/overview.ts';
import styles from './block/block.module.css';
import { BlockEditor } from './block/block-editor.tsx';
import { BlockList } from './block/block-list.tsx';
import { ItemEditor, type StoredItem } from './item-editor.tsx';
import { itemCallsOf } from './model/calls-of.ts';
import { ITEM_SPECS } from './model/item-specs.ts';
import { countMissing } from './model/missing.ts';
import { toForm } from './model/paired.ts';
import { SiteFrame } from './site-frame.tsx';
import { useDeleteItem } from './use-delete-item.ts';

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

const SERVICE_KINDS = ['service-options', 'scope-of-work'] as const;
type Kind = (typeof SERVICE_KINDS)[number];
type Item = StoredItem;

/** Up to 200, in order. */
function useItems(kind: ItemKind) {
  return useCall(itemCallsOf(kind).list, { query: { size: 200 } });
}

function nameOf(kind: ItemKind, item: Item): string {
  return String(item[ITEM_SPECS[kind].nameOf] ?? '');
}

interface ItemListProps {
  readonly kind: Kind;
  readonly chosen: string | null;
}

/** The entries of a list in order, each linking to its form. */
function ItemList({ kind, chosen }: ItemListProps) {
  const list = useItems(kind);
  const { one, many, fields } = ITEM_SPECS[kind];
  const mayAdd = useMayCall(itemCallsOf(kind).add);
  return (
    <section className={styles.items} aria-label={capital(many)}>
      <h2>{capital(many)}</h2>
      <Loaded query={list} what={`the ${many}`}>
        {({ items }) => (
          <Order kind={kind} items={items}>
            {(item) => {
              const missing = countMissing(fields, toForm(fields, item));
              return (
                <Link to={`?${kind}=${item.id}`} aria-current={item.id === chosen ? 'page' : undefined}>
                  <b>{nameOf(kind, item)}</b>
                  {missing > 0 && <span className={styles.state}>{`中文 ${missing} missing`}</span>}
                </Link>
              );
            }}
          </Order>
        )}
      </Loaded>
      {mayAdd && (
        <ButtonLink kind="quiet" size="small" icon={IconPlus} href={`?${kind}=new`}>
          {`New ${one}`}
        </ButtonLink>
      )}
    </section>
  );
}

interface OrderProps {
  readonly kind: Kind;
  readonly items: readonly Item[];
  children(item: Item): React.ReactNode;
}

/** The entries in an order that can be changed. */
function Order({ kind, items, children }: OrderProps) {
  const { list, reorder } = itemCallsOf(kind);
  const { one, many } = ITEM_SPECS[kind];
  const name = (item: Item) => nameOf(kind, item) || one;
  const moves = useMoves<Item>({ reorder, reordersAll: true, nameOf: name, refresh: [list] });
  const { shown, drop } = useDropped(items, moves.move);
  const mayMove = useMayCall(reorder);
  if (shown.length === 0) return <p className={styles.state}>None yet.</p>;
  if (!mayMove)
    return (
      <div className={styles.blocks}>
        {shown.map((item) => (
          <div key={item.id} className={styles.item}>
            {children(item)}
          </div>
        ))}
      </div>
    );
  return (
    <div className={styles.blocks}>
      <Sortable
        label={capital(many)}
        items={shown}
        keyOf={({ id }) => id}
        nameOf={name}
        move={(from, to) => void drop(from, to)}
      >
        {(item, _index, handle) => (
          <div className={styles.item}>
            {handle}
            {children(item)}
          </div>
        )}
      </Sortable>
    </div>
  );
}

/** The form of one entry. */
function ChosenItem({ kind, id }: { readonly kind: Kind; readonly id: string }) {
  const list = useItems(kind);
  const navigate = useNavigate();
  const toast = useToast();
  const remove = useDeleteItem(kind);
  const mayDelete = useMayCall(itemCallsOf(kind).remove);
  const { one } = ITEM_SPECS[kind];
  const back = (
    <p className={styles.back}>
      <TextLink href="?">Our services</TextLink>
    </p>
  );
  if (id === 'new')
    return (
      <>
        {back}
        <ItemEditor
          kind={kind}
          item={null}
          onSaved={(item) => {
            toast.show({ text: `The ${one} is on the site.` });
            return navigate(`?${kind}=${item.id}`);
          }}
        />
      </>
    );
  return (
    <>
      {back}
      <Loaded query={list} what={`this ${one}`}>
        {({ items }) => {
          const item = items.find((each) => each.id === id);
          if (item === undefined)
            return (
              <EmptyState title={`We could not find this ${one}.`} level={2}>
                It may have been deleted.
              </EmptyState>
            );
          const drop = async () => {
            await navigate('?');
            await remove(item, nameOf(kind, item));
          };
          return (
            <>
              {mayDelete && (
                <div className={styles.acts}>
                  <Button kind="quiet" size="small" onClick={() => void drop()}>
                    {`Delete ${one}`}
                  </Button>
                </div>
              )}
              <ItemEditor kind={kind} item={item} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}
