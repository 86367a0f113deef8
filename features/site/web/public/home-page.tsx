import { HomeHero } from './home-hero.tsx';
import { WhereHoursGo } from './home-sections.tsx';
import { HourPacks } from './hour-packs.tsx';
import { PlansChange } from './plans-change.tsx';
import { useOnSale } from './use-on-sale.ts';

/** The front page: the street is the menu, the hours lie at the doorstep, the price stands below. */
export function Component() {
  const onSale = useOnSale();
  return (
    <>
      <HomeHero onSale={onSale} />
      <WhereHoursGo />
      <HourPacks sold={onSale.data?.items ?? []} waiting={onSale.isPending} />
      <PlansChange />
    </>
  );
}
