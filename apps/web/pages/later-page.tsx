import { useMatches } from 'react-router';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { useLanguage } from '#platform/web/i18n/language.ts';
import { handleOf, say } from '../routes/route.ts';
import styles from './pages.module.css';

/** A page that is not built yet: the heading and the sentence that the route table gives it. */
export function Component() {
  const language = useLanguage();
  const handle = handleOf(useMatches());
  return (
    <div className={styles.plain}>
      <PageTitle>{say(handle?.title ?? 'Kemas', language)}</PageTitle>
      {handle?.later && <p className="k-muted">{say(handle.later, language)}</p>}
    </div>
  );
}
