import IconBucket from '@tabler/icons-react/dist/esm/icons/IconBucket.mjs';
import { homeNeeds, type SuppliesText } from '#features/catalogue/packages/rules/supplies.ts';
import { writtenLanguage } from '#languages/index.ts';
import { type Fact, FactList } from '#platform/web/design/parts/page.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { jobsTexts } from '../texts.ts';

/** What we bring to a visit, or what its customer prepares, as a fact among others. */
export function useHomeNeeds(): (text: SuppliesText, weBring: boolean) => Fact {
  const { t, language } = useText(jobsTexts);
  return (text, weBring) => {
    const needs = homeNeeds(text, weBring, writtenLanguage(language));
    const sentence = () => {
      if (needs.weBring) return t('needs.bring');
      return needs.prepare === '' ? t('needs.ownPlain') : t('needs.own', { supplies: needs.prepare });
    };
    return { key: 'needs', icon: IconBucket, name: t('needs.title'), text: sentence() };
  };
}

interface Props {
  readonly text: SuppliesText;
  readonly weBring: boolean;
}

/** The same under its own heading, for a page that asks for a decision. */
export function HomeNeeds({ text, weBring }: Props) {
  const { t } = useText(jobsTexts);
  const needs = useHomeNeeds()(text, weBring);
  return (
    <section className="k-stack k-gap-10">
      <h2>{t('needs.title')}</h2>
      <FactList facts={[needs]} />
    </section>
  );
}
