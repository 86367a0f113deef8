import { useMediaQuery } from '@mantine/hooks';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { useCall } from '#platform/web/api/queries.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { isSame } from '#platform/web/forms/form-changes.ts';
import { t } from '#platform/web/i18n/office.ts';
import { EditableBy } from '#platform/web/office/editable-by.tsx';
import { Loaded } from '#platform/web/office/record.tsx';
import { capital } from '#platform/web/office/record-kind.ts';
import { Sortable, useDropped } from '#platform/web/office/sortable.tsx';
import { useMoves } from '#platform/web/office/use-moves.ts';
import { useMayCall } from '#platform/web/session/use-may.ts';
import { type BlockName, blockOf } from '../../contract/blocks.ts';
import { type ItemKind, itemsOf } from '../../contract/items.ts';
import { type BlockState, readBlocks } from '../../contract/site.ts';
import { BlockEditor } from './block-editor.tsx';
import { countMissing, gapsOf, toContent, toForm } from './form-values.ts';
import { ItemEditor, type StoredItem, useDeleteItem } from './item-editor.tsx';
import styles from './site.module.css';
import { SiteFrame } from './site-frame.tsx';

interface SitePage {
  readonly title: string;
  /** In the order in which they appear on the site. */
  readonly blocks: readonly [BlockName, ...BlockName[]];
  readonly lists?: readonly ItemKind[];
}

/** What each screen edits, by the last part of its address. */
const PAGES: Readonly<Record<string, SitePage>> = {
  'home-page': {
    title: t('Home page'),
    blocks: [
      'utility-nav',
      'opening',
      'hero-images',
      'where-hours-go',
      'easy-steps',
      'before-and-after',
      'hour-packs',
      'how-different',
      'cleaning-equipment',
      'cancellation-policy',
      'disclaimer',
      'headings',
      'footer',
    ],
  },
  'our-services': {
    title: t('Our services'),
    blocks: [
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
    ],
    lists: ['service-options', 'scope-of-work'],
  },
  'join-as-cleaner': { title: t('Join as a cleaner'), blocks: ['join-us'] },
  'contact-us': { title: t('Contact us'), blocks: ['contact-us'] },
  'pricing-popup': { title: t('Pricing pop-up'), blocks: ['pricing-plan'] },
  legal: { title: t('Legal pages'), blocks: ['terms-and-conditions', 'terms-of-service', 'privacy-policy'] },
};

/** /admin/cms/home-page and the other screens of `PAGES` */
export function Component() {
  const at = useLocation().pathname.split('/')[3] ?? '';
  const page = PAGES[at];
  if (page === undefined) throw new Error(`No screen of the site editor is at ${at}.`);
  return (
    <SiteFrame title={page.title}>
      {page.lists === undefined ? (
        <Blocks key={at} names={page.blocks} />
      ) : (
        <BlocksAndLists key={at} {...page} lists={page.lists} />
      )}
    </SiteFrame>
  );
}

/** Some blocks: the list with their status at the side, and one of them in the form. */
function Blocks({ names }: { readonly names: SitePage['blocks'] }) {
  const [search] = useSearchParams();
  const asked = names.find((name) => name === search.get('block'));
  const chosen = asked ?? names[0];
  // A phone shows only the list until a block is opened.
  const isBeside = useMediaQuery('(min-width: 56.25em)');
  const isOnly = names.length === 1;
  return (
    <Loaded query={useCall(readBlocks, {})} what={t("the site's content")}>
      {({ blocks }) => (
        <div
          className={isOnly ? styles.only : `k-stack k-gap-20 ${styles.body}`}
          data-chosen={asked !== undefined || undefined}
        >
          {!isOnly && (
            <BlockList blocks={inOrder(names, blocks)} chosen={isBeside ? chosen : (asked ?? null)} />
          )}
          <div className={styles.chosen}>
            {!isOnly && <Back>{t('All sections')}</Back>}
            <ChosenBlock name={chosen} blocks={blocks} />
          </div>
        </div>
      )}
    </Loaded>
  );
}

/** Some blocks and lists of entries at the side, and one of them in the form. */
function BlocksAndLists({ title, blocks: names, lists }: Required<SitePage>) {
  const [search] = useSearchParams();
  const read = useCall(readBlocks, {});
  const kind = lists.find((each) => search.has(each));
  const chosen = kind === undefined ? null : search.get(kind);
  const block = names.find((name) => name === search.get('block')) ?? null;
  return (
    <div
      className={`k-stack k-gap-20 ${styles.body}`}
      data-chosen={kind !== undefined || block !== null || undefined}
    >
      <div className={styles.side}>
        <section className={styles.items} aria-label={t('Texts')}>
          <h2>{t('Texts')}</h2>
          <Loaded query={read} what={t('the texts')}>
            {({ blocks }) => <BlockList blocks={inOrder(names, blocks)} chosen={block} />}
          </Loaded>
        </section>
        {lists.map((each) => (
          <ItemList key={each} kind={each} chosen={each === kind ? chosen : null} />
        ))}
      </div>
      <div className={styles.chosen}>
        {block === null && chosen === null && (
          <EmptyState title={t('Choose what to edit, or add an entry.')} level={2}>
            {t('Texts are on the site once they are published, entries as soon as they are saved.')}
          </EmptyState>
        )}
        {(block !== null || chosen !== null) && <Back>{title}</Back>}
        {block !== null && (
          <Loaded query={read} what={t('the texts')}>
            {({ blocks }) => <ChosenBlock name={block} blocks={blocks} />}
          </Loaded>
        )}
        {kind !== undefined && chosen !== null && (
          <ChosenItem key={`${kind} ${chosen}`} kind={kind} id={chosen} />
        )}
      </div>
    </div>
  );
}

function inOrder(names: readonly BlockName[], blocks: readonly BlockState[]): BlockState[] {
  return names.flatMap((name) => blocks.filter((block) => block.name === name));
}

/** To the list, on a phone. */
function Back({ children }: { readonly children: string }) {
  return (
    <p className={styles.back}>
      <TextLink href="?">{children}</TextLink>
    </p>
  );
}

interface ChosenBlockProps {
  readonly name: BlockName;
  readonly blocks: readonly BlockState[];
}

function ChosenBlock({ name, blocks }: ChosenBlockProps) {
  const state = blocks.find((block) => block.name === name);
  if (state === undefined) return null;
  return (
    <EditableBy call={blockOf(name).save}>
      <BlockEditor key={name} state={state} />
    </EditableBy>
  );
}

interface BlockListProps {
  readonly blocks: readonly BlockState[];
  /** Null if none is open. */
  readonly chosen: BlockName | null;
}

/** The blocks with their status, each linking to its form. */
function BlockList({ blocks, chosen }: BlockListProps) {
  return (
    <nav className={styles.side} aria-label={t('Sections')}>
      <ul className={styles.blocks}>
        {blocks.map((block) => (
          <li key={block.name}>
            <Link to={`?block=${block.name}`} aria-current={block.name === chosen ? 'page' : undefined}>
              <b>{blockOf(block.name).title}</b>
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
  const { fields } = blockOf(name);
  const normal = (given: BlockState['content']) => toContent(fields, toForm(fields, given));
  const isDraft = draft !== null && !isSame(normal(draft.content), normal(content));
  const who = isDraft ? draft.by : by;
  const at = isDraft ? draft.savedAt : updatedAt;
  return (
    <span className={`k-row k-stretch k-wrap k-muted k-small ${styles.state}`}>
      {isDraft && <span className={styles.draft}>{t('Draft')}</span>}
      {at === null ? t('Original text') : `${date(at)}${who === null ? '' : `, ${who.fullname}`}`}
      {gapsOf(fields, toForm(fields, draft?.content ?? content)).map((gap) => (
        <span key={gap}>{gap}</span>
      ))}
    </span>
  );
}

/** Up to 200, in order. */
function useItems(kind: ItemKind) {
  return useCall(itemsOf(kind).list, { query: { size: 200 } });
}

function nameOf(kind: ItemKind, item: StoredItem): string {
  return String(item[itemsOf(kind).nameOf] ?? '');
}

interface ItemListProps {
  readonly kind: ItemKind;
  readonly chosen: string | null;
}

/** The entries of a list in order, each linking to its form. */
function ItemList({ kind, chosen }: ItemListProps) {
  const list = useItems(kind);
  const { one, many, fields } = itemsOf(kind);
  const mayAdd = useMayCall(itemsOf(kind).add);
  return (
    <section className={styles.items} aria-label={capital(many)}>
      <h2>{capital(many)}</h2>
      <Loaded query={list} what={t('the {{many}}', { many })}>
        {({ items }) => (
          <Order kind={kind} items={items}>
            {(item) => {
              const missing = countMissing(fields, toForm(fields, item));
              return (
                <Link to={`?${kind}=${item.id}`} aria-current={item.id === chosen ? 'page' : undefined}>
                  <b>{nameOf(kind, item)}</b>
                  {missing > 0 && (
                    <span className={`k-row k-stretch k-wrap k-muted k-small ${styles.state}`}>
                      {t('中文 {{missing}} missing', { missing })}
                    </span>
                  )}
                </Link>
              );
            }}
          </Order>
        )}
      </Loaded>
      {mayAdd && (
        <ButtonLink kind="quiet" size="small" icon={IconPlus} href={`?${kind}=new`}>
          {t('New {{one}}', { one })}
        </ButtonLink>
      )}
    </section>
  );
}

interface OrderProps {
  readonly kind: ItemKind;
  readonly items: readonly StoredItem[];
  children(item: StoredItem): React.ReactNode;
}

/** The entries in an order that can be changed. */
function Order({ kind, items, children }: OrderProps) {
  const { list, reorder } = itemsOf(kind);
  const { one, many } = itemsOf(kind);
  const name = (item: StoredItem) => nameOf(kind, item) || one;
  const moves = useMoves<StoredItem>({ reorder, reordersAll: true, nameOf: name, refresh: [list] });
  const { shown, drop } = useDropped(items, moves.move);
  const mayMove = useMayCall(reorder);
  if (shown.length === 0)
    return <p className={`k-row k-stretch k-wrap k-muted k-small ${styles.state}`}>{t('None yet.')}</p>;
  if (!mayMove)
    return (
      <div className={styles.blocks}>
        {shown.map((item) => (
          <div key={item.id} className={`k-row ${styles.item}`}>
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
          <div className={`k-row ${styles.item}`}>
            {handle}
            {children(item)}
          </div>
        )}
      </Sortable>
    </div>
  );
}

/** The form of one entry. */
function ChosenItem({ kind, id }: { readonly kind: ItemKind; readonly id: string }) {
  const list = useItems(kind);
  const navigate = useNavigate();
  const toast = useToast();
  const remove = useDeleteItem(kind);
  const mayDelete = useMayCall(itemsOf(kind).remove);
  const { one } = itemsOf(kind);
  if (id === 'new')
    return (
      <ItemEditor
        kind={kind}
        item={null}
        onSaved={(item) => {
          toast.show({ text: t('The {{one}} is on the site.', { one }) });
          return navigate(`?${kind}=${item.id}`);
        }}
      />
    );
  return (
    <Loaded query={list} what={t('this {{one}}', { one })}>
      {({ items }) => {
        const item = items.find((each) => each.id === id);
        if (item === undefined)
          return (
            <EmptyState title={t('We could not find this {{one}}.', { one })} level={2}>
              {t('It may have been deleted.')}
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
                  {t('Delete {{one}}', { one })}
                </Button>
              </div>
            )}
            <ItemEditor kind={kind} item={item} />
          </>
        );
      }}
    </Loaded>
  );
}
