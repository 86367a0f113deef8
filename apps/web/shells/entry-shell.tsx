import { Outlet } from 'react-router';
import { FooterStrip } from '#platform/web/design/parts/brand.tsx';
import styles from './entry-shell.module.css';
import { LanguageSwitch, LogoLink, Main, SkipLink } from './frame.tsx';

/** The frame of the cleaners' and the office's sign-in pages: the logo, the form, a strip of tiles. */
export function Component() {
  return (
    <div className={styles.entry}>
      <SkipLink />
      <header className={`k-row k-between ${styles.header}`}>
        <LogoLink />
        <LanguageSwitch />
      </header>
      <Main className={`k-stack ${styles.main}`}>
        <Outlet />
      </Main>
      <FooterStrip />
    </div>
  );
}
