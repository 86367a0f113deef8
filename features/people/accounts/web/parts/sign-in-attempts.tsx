import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { May } from '#platform/web/session/may.tsx';
import { getSignInAttempts, unlockMobile } from '../../contract.ts';
import { unlockMobiles } from '../../rules/policy.ts';

/** For those who may unlock a number, above the record of its owner: shown while the number is attacked or blocked. */
export function SignInAttempts({ mobile }: { readonly mobile: string }) {
  return (
    <May act={unlockMobiles}>
      <Attempts mobile={mobile} />
    </May>
  );
}

function Attempts({ mobile }: { readonly mobile: string }) {
  const attempts = useCall(getSignInAttempts, { query: { mobile } }).data;
  const toast = useToast();
  const unlock = useAct(unlockMobile, {
    refresh: [getSignInAttempts],
    onSuccess: () => toast.show({ text: t('The number is unlocked.') }),
  });
  if (attempts === undefined || !(attempts.attacked || attempts.blocked)) return null;
  return (
    <div className="k-mb-16">
      <Notice
        kind="sun"
        live
        action={
          attempts.blocked && (
            <Button
              kind="quiet"
              size="small"
              busy={unlock.isPending && t('Unlocking')}
              onClick={() => unlock.mutate({ body: { mobile } })}
            >
              {t('Unlock number')}
            </Button>
          )
        }
      >
        {attempts.attacked && <strong>{t('This number is being attacked. ')}</strong>}
        {t('In the last 24 hours: {{unusedCodes}} unused codes, {{wrongTries}} wrong tries.', {
          unusedCodes: attempts.unusedCodes,
          wrongTries: attempts.wrongTries,
        })}
        {attempts.blocked &&
          t(
            ' New browsers cannot sign in with this number for now. Browsers that the owner has used before still can.',
          )}
        <span role="alert">{unlock.error && ` ${unlock.error.message}`}</span>
      </Notice>
    </div>
  );
}
