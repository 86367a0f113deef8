import { createContext, type ReactNode, useContext } from 'react';
import styles from './bilingual.module.css';
import { type Translation, textOf } from './catalogue.ts';
import type { Translate } from './translate.ts';

const IsBilingual = createContext(false);

/** A page whose English words have the Chinese ones beside them, as cleaners read them. */
export function BilingualPage({ children }: { readonly children: ReactNode }) {
  return <IsBilingual value>{children}</IsBilingual>;
}

/** English, then Chinese, each marked for what reads it out. One box, so that a flex row keeps the space between. */
export function Bilingual({ text, zh }: { readonly text: string; readonly zh: string }) {
  return (
    <span>
      <span>{text}</span>{' '}
      {zh !== '' && (
        <span lang="zh" className={styles.zh}>
          {zh}
        </span>
      )}
    </span>
  );
}

/** As `t`, with the Chinese words beside the English ones on a page of `BilingualPage`. */
export function useBilingual<Name extends string>({ t, language, feature }: Translation<Name>) {
  const isBoth = useContext(IsBilingual) && language === 'en';
  return (...[name, values]: Parameters<Translate<Name>>): ReactNode =>
    isBoth ? <Bilingual text={t(name, values)} zh={textOf(feature, 'zh', name, values)} /> : t(name, values);
}
