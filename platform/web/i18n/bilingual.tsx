import { createContext, type ReactNode, useContext } from 'react';
import type { Translate } from '#platform/kernel/translate.ts';
import styles from './bilingual.module.css';
import type { Translation } from './texts.ts';

const IsBilingual = createContext(false);

/** A page that shows English and Chinese side by side, as cleaners read it. */
export function BilingualPage({ children }: { readonly children: ReactNode }) {
  return <IsBilingual value>{children}</IsBilingual>;
}

/** English, then Chinese, each with its lang attribute. One element, so that a flex row keeps the space between. */
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

/** Like `t`, with the Chinese text next to the English one on a `BilingualPage`. */
export function useBilingual<Name extends string>({ t, language, chinese }: Translation<Name>) {
  const isBoth = useContext(IsBilingual) && language === 'en';
  return (...[name, values]: Parameters<Translate<Name>>): ReactNode =>
    isBoth ? <Bilingual text={t(name, values)} zh={chinese(name, values)} /> : t(name, values);
}
