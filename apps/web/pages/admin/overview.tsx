import { Component as Overview } from '#features/office/overview/web/admin/overview-page.tsx';
import { readSetup } from '#features/office/setup/contract.ts';
import { SetupLine, SetupOverview } from '#features/office/setup/web/office/setup-overview.tsx';
import { useCall } from '#platform/web/api/queries.ts';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { useMayCall } from '#platform/web/session/use-may.ts';

/** /admin/overview: the set-up while nobody can book yet, for those who may set up; otherwise what needs the office. */
export function Component() {
  return useMayCall(readSetup) ? <OverviewOfManagers /> : <Overview />;
}

function OverviewOfManagers() {
  const setup = useCall(readSetup);
  if (setup.data?.isNeeded) return <SetupOverview setup={setup.data} />;
  if (setup.isPending)
    return (
      <div className="k-office-page">
        <PageTitle>{t('Overview')}</PageTitle>
        <Skeleton words={t('Loading the overview')} lines={8} />
      </div>
    );
  return <Overview top={setup.data && <SetupLine setup={setup.data} />} />;
}
