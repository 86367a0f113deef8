import { useSearchParams } from 'react-router';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { TextButton, TextLink } from '#platform/web/design/parts/link.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { capital } from '#platform/web/office/record-kind.ts';
import { useMayCall } from '#platform/web/session/use-may.ts';
import { itemsOf } from '../../contract/items.ts';
import { type ItemChange, listChanges, readSite } from '../../contract/site.ts';
import { ContentFacts } from './content-facts.tsx';
import styles from './site.module.css';
import { SiteFrame } from './site-frame.tsx';

/** /admin/cms/changes: the history of list entries with restore buttons; `?id=` limits it to one entry. */
export function Component() {
  const [search] = useSearchParams();
  const id = search.get('id');
  const changes = useCall(listChanges, { query: id === null ? {} : { id } });
  return (
    <SiteFrame title={t('Changes')}>
      {id !== null && (
        <p className="k-mb-12">
          <TextLink href="?">{t('All changes')}</TextLink>
        </p>
      )}
      <Loaded query={changes} what={t('the changes')}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={t('Nothing has changed yet.')} level={2}>
              {t(
                'Changes to testimonials, service options and the scope of work are listed here. Sections list their versions below their form.',
              )}
            </EmptyState>
          ) : (
            <Panel
              title={id === null ? t('Testimonials, service options and scope of work') : nameOf(items[0])}
              note={t('Newest first. Nothing is ever lost: deleted entries can be restored.')}
            >
              <ul className={styles.versions} aria-label={t('Changes')}>
                {items.map((change) => (
                  <ChangeRow key={`${change.itemID} ${change.version}`} change={change} />
                ))}
              </ul>
            </Panel>
          )
        }
      </Loaded>
    </SiteFrame>
  );
}

const DID = {
  added: t('was added'),
  changed: t('was changed'),
  deleted: t('was deleted'),
  restored: t('was restored'),
} as const;

function nameOf(change: ItemChange | undefined): string {
  if (change === undefined) return '';
  const { one, nameOf: name } = itemsOf(change.kind);
  return String(change.content[name] ?? '') || capital(one);
}

function pageOf({ kind, itemID }: ItemChange): string {
  return kind === 'testimonials'
    ? `/admin/cms/testimonial/${itemID}/update`
    : `/admin/cms/our-services?${kind}=${itemID}`;
}

function ChangeRow({ change }: { readonly change: ItemChange }) {
  const { date, time } = useFormat();
  const { kind, version, createdAt, by, restoredFrom, isCurrent, isDeleted } = change;
  const { one, fields } = itemsOf(kind);
  const name = nameOf(change);
  const mayRestore = useMayCall(itemsOf(kind).restore);
  return (
    <li>
      <div className={styles.words}>
        <b>{isDeleted ? name : <TextLink href={pageOf(change)}>{name}</TextLink>}</b> {DID[change.change]}
        {restoredFrom !== null && t(' from version {{restoredFrom}}', { restoredFrom })}
        <p className="k-muted">
          {t('{{capital}}, version {{version}}. {{date}}, {{time}}', {
            capital: capital(one),
            version,
            date: date(createdAt, 'dated'),
            time: time(createdAt),
          })}
          {by !== null && `, ${by.fullname}`}
        </p>
        <details>
          <summary>{t('What it said')}</summary>
          <ContentFacts fields={fields} content={change.content} />
        </details>
      </div>
      {isCurrent && <StatusChip status="done">{t('On the site')}</StatusChip>}
      {isDeleted && change.change === 'deleted' && <StatusChip status="cancelled">{t('Deleted')}</StatusChip>}
      {!isCurrent && mayRestore && <RestoreButton change={change} name={name} />}
    </li>
  );
}

/** Restores this version of an entry. */
function RestoreButton({ change, name }: { readonly change: ItemChange; readonly name: string }) {
  const { kind, itemID, version } = change;
  const toast = useToast();
  const { restore, list } = itemsOf(kind);
  const act = useAct(restore, {
    refresh: [list, readSite, listChanges],
    onSuccess: () => toast.show({ text: t('{{name}} is restored.', { name }) }),
  });
  const run = () =>
    act.mutate(
      { params: { id: itemID }, body: { version } },
      { onError: ({ message }) => toast.fail({ text: t('Not restored. {{message}}', { message }) }) },
    );
  return (
    <TextButton onClick={() => !act.isPending && run()}>
      {t('Restore')}
      <span className="k-hidden">{t(' {{name}}, version {{version}}', { name, version })}</span>
    </TextButton>
  );
}
