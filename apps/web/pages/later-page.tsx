import { useLocation, useMatches } from 'react-router';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { useLanguage } from '#platform/web/i18n/language.ts';
import { handleOf, textIn } from '../routes/route.ts';
import styles from './pages.module.css';

/** A page that is not built yet: the heading and the sentence that the route table gives it. Cleaners read both languages. */
export function Component() {
  const language = useLanguage();
  const handle = handleOf(useMatches());
  const both = useLocation().pathname.startsWith('/cleaner/');
  const title = handle?.title ?? 'Kemas';
  return (
    <div className={styles.plain}>
      <PageTitle zh={both ? textIn(title, 'zh') : undefined}>
        {textIn(title, both ? 'en' : language)}
      </PageTitle>
      {handle?.later && <p className="k-muted">{textIn(handle.later, both ? 'en' : language)}</p>}
      {handle?.later && both && (
        <p className="k-muted" lang="zh">
          {textIn(handle.later, 'zh')}
        </p>
      )}
      {handle?.instead && (
        <ButtonLink kind="quiet" href={handle.instead.href}>
          {textIn(handle.instead.label, language)}
        </ButtonLink>
      )}
    </div>
  );
}
