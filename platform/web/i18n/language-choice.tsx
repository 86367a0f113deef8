import { type ReactNode, useState } from 'react';
import { about, LANGUAGES, type Language } from '#languages/index.ts';
import { Segments } from '../design/parts/choice.tsx';
import { Notice } from '../design/parts/page.tsx';
import { LANGUAGE_NOT_LOADED, switchLanguage, useLanguage } from './language.ts';
import { phraseIn } from './texts.ts';

/** Chooses the language of the pages. A translation that is not offered to everyone is marked. */
export function LanguageChoice({ label, hideLabel = false }: { label: ReactNode; hideLabel?: boolean }) {
  const language = useLanguage();
  const [failed, setFailed] = useState(false);
  /** Shown as chosen while its texts load. */
  const [next, setNext] = useState<Language | null>(null);
  const choose = async (wanted: Language) => {
    setNext(wanted);
    setFailed(!(await switchLanguage(wanted)));
    setNext(null);
  };
  return (
    <>
      <Segments
        label={label}
        hideLabel={hideLabel}
        name="app-language"
        options={LANGUAGES.map((value) => ({ value, label: nameOf(value) }))}
        value={next ?? language}
        onChange={(wanted) => void choose(wanted)}
      />
      <div role="alert">
        {failed && <Notice kind="bad">{phraseIn(language, LANGUAGE_NOT_LOADED)}</Notice>}
      </div>
    </>
  );
}

const nameOf = (language: Language) => {
  const { name, isOffered } = about(language);
  return <span lang={language}>{isOffered ? name : `${name} (beta)`}</span>;
};
