import { useNavigate, useSearchParams } from 'react-router';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { signInPath } from '#platform/web/router/redirects.ts';
import { useOwnID } from '#platform/web/session/use-may.ts';
import { buyCredits } from '../../rules/policy.ts';
import { payPath } from '../parts/addresses.ts';
import { ChoosePack } from '../parts/choose-pack.tsx';
import styles from '../parts/credits.module.css';
import { creditsTexts } from '../texts.ts';

/** The public page of packs. Visitors sign in on the way to payment and return to the chosen pack. */
export function Component() {
  const { t } = useText(creditsTexts);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const isCustomer = useOwnID(buyCredits) !== null;
  const buy = (packageID: string) => {
    const path = payPath(packageID);
    return void navigate(isCustomer ? path : signInPath('customer', path));
  };
  return (
    <div className={`k-page ${styles.public}`}>
      <div className="k-stack k-gap-10">
        <PageTitle size="big">{t('packs.title')}</PageTitle>
        <p className={styles.lead}>{t('packs.lead')}</p>
      </div>
      <ChoosePack
        preselected={search.get('pack')}
        onBuy={buy}
        note={!isCustomer && <p className="k-muted k-small">{t('packs.signInFirst')}</p>}
      />
    </div>
  );
}
