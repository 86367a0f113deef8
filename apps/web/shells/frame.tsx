import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import { brandName, isKemas } from '#features/catalogue/settings/rules/brand-name.ts';
import { usePlainBusiness } from '#features/catalogue/settings/web/parts/use-plain-business.ts';
import { about, type Language, OFFERED } from '#languages/index.ts';
import { Brand } from '#platform/web/design/parts/brand.tsx';
import { Anchor } from '#platform/web/design/parts/link.tsx';
import { Bilingual } from '#platform/web/i18n/bilingual.tsx';
import { LANGUAGE_NOT_LOADED, switchLanguage, useLanguage } from '#platform/web/i18n/language.ts';
import { pairsOf } from '#platform/web/i18n/pair.ts';
import { phraseIn, useText } from '#platform/web/i18n/texts.ts';
import { PRODUCT_NAME } from '#platform/web/site-name.ts';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import { isInOffice } from '../in-office.ts';
import { signOut } from '../sign-out.ts';
import { frameTexts } from '../texts.ts';
import styles from './frame.module.css';

/** The first tab stop. A button, because changing the address would count as a navigation. */
export function SkipLink() {
  const { t } = useText(frameTexts);
  return (
    <button type="button" className="k-skip" onClick={() => document.getElementById('main')?.focus()}>
      {t('skip')}
    </button>
  );
}

/**
 * The page's main landmark. Until hydration its buttons and fields are disabled: earlier input would be lost, and the
 * browser would submit a form natively, with the input in the address.
 */
export function Main({ children, className }: { children: ReactNode; className?: string | undefined }) {
  const isHydrated = useHydrated();
  return (
    <main id="main" tabIndex={-1} className={[styles.main, className].filter(Boolean).join(' ')}>
      <fieldset disabled={!isHydrated} role="presentation" className="k-contents">
        {children}
      </fieldset>
    </main>
  );
}

interface LogoProps {
  readonly label?: string;
  readonly width?: number;
  readonly onDark?: boolean;
}

/** The logo or name of the business. */
export function Logo(props: LogoProps) {
  const business = usePlainBusiness()?.name ?? PRODUCT_NAME;
  return <Brand name={brandName(business)} isKemas={isKemas(business)} {...props} />;
}

/** The logo, linked to the home page of the area. */
export function LogoLink({ href = '/', ...logo }: LogoProps & { href?: string }) {
  const { t } = useText(frameTexts);
  const business = usePlainBusiness()?.name ?? PRODUCT_NAME;
  const label = isKemas(business) ? t('home') : `${brandName(business)}, ${t('home')}`;
  return (
    <Anchor href={href} className={`k-inline ${styles.logo}`} aria-label={label}>
      <Logo label={label} {...logo} />
    </Anchor>
  );
}

interface WordButtonProps {
  readonly lang?: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A button of a frame, outside `Main`. Disabled until hydration, because an earlier click would be lost. */
export function WordButton(props: WordButtonProps) {
  const isHydrated = useHydrated();
  return <button type="button" className={styles.word} disabled={!isHydrated} {...props} />;
}

/** Offers the other languages by their own names. */
export function LanguageSwitch() {
  const current = useLanguage();
  const [failed, setFailed] = useState(false);
  if (isInOffice(useLocation().pathname)) return null;
  const choose = async (next: Language) => setFailed(!(await switchLanguage(next)));
  // A language that is not offered to everyone was chosen in the account; the way back is enough, and fits on a phone.
  const others = OFFERED.includes(current) ? OFFERED.filter((one) => one !== current) : (['en'] as const);
  return (
    <>
      {others.map((other) => (
        <WordButton key={other} lang={other} onClick={() => void choose(other)}>
          {about(other).name}
        </WordButton>
      ))}
      {failed && <span role="alert">{phraseIn(current, LANGUAGE_NOT_LOADED)}</span>}
    </>
  );
}

/** Ends the session at once, without waiting for the server. `both`: in English and Chinese. */
export function SignOutButton({ both = false }: { both?: boolean }) {
  return (
    <WordButton onClick={signOut}>
      <FrameWord name="signOut" both={both} />
    </WordButton>
  );
}

/** A text of the frame in the page's language, or as in the cleaner's app. */
export function FrameWord({ name, both }: { name: 'signOut' | 'light' | 'dark'; both: boolean }) {
  const { t } = useText(frameTexts);
  return both ? <Bilingual {...framePair(name)} /> : t(name);
}

const framePair = pairsOf(frameTexts);
