import { Illustration } from '#platform/web/design/parts/brand.tsx';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { HOME_OF } from '#platform/web/router/redirects.ts';
import { useSession } from '#platform/web/session/session.ts';
import { OWN_AREA } from '../own-area.ts';
import { frameTexts } from '../texts.ts';
import styles from './pages.module.css';

const LINKS = [
  { href: '/select-service', name: 'book' },
  { href: '/services', name: 'services' },
  { href: '/contact-us', name: 'contact' },
] as const;

/** For unknown addresses: possible reasons, and useful links. */
export function Component() {
  const { t } = useText(frameTexts);
  const { type } = useSession();
  return (
    <div className={`k-stack k-gap-16 ${styles.plain}`}>
      <div className={styles.spot}>
        <Illustration name="moving-in-out" />
      </div>
      <PageTitle>{t('notFound')}</PageTitle>
      <p className="k-muted">{t('notFoundText')}</p>
      <p>{t('perhaps')}</p>
      <ul className={styles.links}>
        {type !== null && (
          <li>
            <TextLink roomy href={HOME_OF[type]}>
              {t(OWN_AREA[type])}
            </TextLink>
          </li>
        )}
        {LINKS.map(({ href, name }) => (
          <li key={href}>
            <TextLink roomy href={href}>
              {t(name)}
            </TextLink>
          </li>
        ))}
      </ul>
      <div>
        <ButtonLink href="/">{t('toFront')}</ButtonLink>
      </div>
    </div>
  );
}
