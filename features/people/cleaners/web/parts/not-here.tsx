import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { Bilingual } from '#platform/web/i18n/bilingual.tsx';

/** In place of data that this phone has never read, while it has no signal: it will not load until there is one. */
export function NotHere() {
  return (
    <EmptyState
      title={<Bilingual text="Not on this phone yet" zh="还没有存到手机" />}
      spot="regular"
      level={2}
    >
      <Bilingual
        text="Open this page once with signal. Then it works without."
        zh="请在有网络时打开一次，之后没有网络也能看。"
      />
    </EmptyState>
  );
}
