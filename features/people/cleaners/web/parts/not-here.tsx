import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { Bilingual } from '#platform/web/i18n/bilingual.tsx';
import { pairsOf } from '#platform/web/i18n/pair.ts';
import { defineTexts } from '#platform/web/i18n/texts.ts';

const texts = defineTexts('cleanerNotHere', {
  title: 'Not on this phone yet',
  text: 'Open this page once with signal. Then it works without.',
});

const word = pairsOf(texts);

/** In place of data that this phone has never read, while it has no signal: it will not load until there is one. */
export function NotHere() {
  return (
    <EmptyState title={<Bilingual {...word('title')} />} spot="regular" level={2}>
      <Bilingual {...word('text')} />
    </EmptyState>
  );
}
