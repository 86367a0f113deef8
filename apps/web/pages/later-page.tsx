import { useMatches } from 'react-router';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { handleOf, textIn } from '../routes/route.ts';
import styles from './pages.module.css';

/** A page of the office that is not built yet: the heading and the sentence that the route table gives it. */
export function Component() {
  const handle = handleOf(useMatches());
  return (
    <div className={styles.plain}>
      <PageTitle>{textIn(handle?.title ?? 'Kemas', 'en')}</PageTitle>
      {handle?.later && <p className="k-muted">{handle.later}</p>}
    </div>
  );
}
