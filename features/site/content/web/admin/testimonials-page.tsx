import { PersonTile } from '#platform/web/design/tiles/person-tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { initialsOf } from '#platform/web/initials.ts';
import { type ListColumn, ListPage } from '#platform/web/office/list-page.tsx';
import { rowDrag } from '#platform/web/office/row-drag.tsx';
import { useMayCall } from '#platform/web/session/use-may.ts';
import { ITEMS, type ItemOf } from '../../contract/items.ts';
import { wordsOf } from './form-values.ts';
import { useDeleteItem } from './item-editor.tsx';
import styles from './site.module.css';
import { SiteTabs } from './site-frame.tsx';

type Testimonial = ItemOf<'testimonials'> & { readonly trash: 0 | 1 };

/** /admin/cms/testimonial */
export function Component() {
  const { date } = useFormat();
  const remove = useDeleteItem('testimonials');
  const mayChange = useMayCall(ITEMS.testimonials.update);
  const columns: ListColumn<typeof ITEMS.testimonials.list>[] = [
    {
      key: 'clientname',
      title: t('Customer'),
      sortby: 'clientname',
      render: (item) => (
        <span className="k-inline k-gap-10">
          <Photo of={item} />
          {item.clientname}
        </span>
      ),
    },
    {
      key: 'content',
      title: t('What they say'),
      sortby: 'content',
      render: (item) => <span className={styles.excerpt}>{wordsOf(item.content)}</span>,
    },
    {
      key: 'zh',
      title: '中文',
      render: ({ zh }) =>
        wordsOf(zh?.content ?? '') === '' ? (
          t('Not translated')
        ) : (
          <span lang="zh" className={styles.excerpt}>
            {wordsOf(zh?.content ?? '')}
          </span>
        ),
    },
    {
      key: 'position',
      title: t('Position'),
      sortby: 'position',
      number: true,
      render: (item) => item.position,
    },
    {
      key: 'added',
      title: t('Added'),
      sortby: 'createdAt',
      extra: true,
      render: (item) => date(item.createdAt, 'dated'),
    },
  ];
  return (
    <div className={styles.testimonials}>
      <SiteTabs />
      <ListPage
        title={t('Testimonials')}
        one={t('testimonial')}
        many={t('testimonials')}
        home="/admin/cms/testimonial"
        call={ITEMS.testimonials.list}
        nameOf={({ clientname }) => clientname}
        pages="update"
        columns={columns}
        views={VIEWS}
        sortby="position"
        size={250}
        calls={{ create: ITEMS.testimonials.add, update: ITEMS.testimonials.update }}
        {...(mayChange && {
          reorder: ITEMS.testimonials.reorder,
          reordersAll: true as const,
          drag: rowDrag,
          actions: (item: Testimonial) => [{ label: t('Delete'), run: () => remove(item, item.clientname) }],
        })}
      />
    </div>
  );
}

const VIEWS = [{ label: t('All') }];

function Photo({ of: { profilePhoto, clientname, id } }: { readonly of: Testimonial }) {
  if (profilePhoto === '') return <PersonTile id={id} initials={initialsOf(clientname)} size={28} />;
  return <img className={styles.photo} src={profilePhoto} alt="" />;
}
