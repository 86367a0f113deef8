import { type ReactNode, useState } from 'react';
import { about, LANGUAGES, type Language } from '#languages/index.ts';
import { Segments } from '../design/parts/choice.tsx';
import { Notice } from '../design/parts/page.tsx';
import { LANGUAGE_NOT_LOADED, switchLanguage, useLanguage } from './language.ts';
import { phraseIn } from './texts.ts';

/** Chooses the language of the pages. A translation that no native speaker has read is marked. */
export function LanguageChoice({ label, hideLabel = false }: { label: ReactNode; hideLabel?: boolean }) {
  const language = useLanguage();
  const [failed, setFailed] = useState(false);
  const choose = async (next: Language) => setFailed(!(await switchLanguage(next)));
  return (
    <>
      <Segments
        label={label}
        hideLabel={hideLabel}
        name="app-language"
        options={LANGUAGES.map((value) => ({ value, label: nameOf(value) }))}
        value={language}
        onChange={(next) => void choose(next)}
      />
      <div role="alert">
        {failed && <Notice kind="bad">{phraseIn(language, LANGUAGE_NOT_LOADED)}</Notice>}
      </div>
    </>
  );
}

const nameOf = (language: Language) => {
  const { name, reviewed } = about(language);
  return <span lang={language}>{reviewed ? name : `${name} (beta)`}</span>;
};
