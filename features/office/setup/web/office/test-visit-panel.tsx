import { useAct } from '#platform/web/api/queries.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { t, tNodes } from '#platform/web/i18n/office.ts';
import { Panel } from '#platform/web/office/record.tsx';
import { bookTestVisit, readSetup, removeTestVisit, type Setup } from '../../contract.ts';

const SIGN_IN = '/cleaner/signin';

/** Once anyone can book: a visit to try everything with, and the first real booking. */
export function TestVisitPanel({ setup }: { readonly setup: Setup }) {
  const toast = useToast();
  const { date, time } = useFormat();
  const book = useAct(bookTestVisit, { refresh: [readSetup] });
  const remove = useAct(removeTestVisit, {
    refresh: [readSetup],
    onSuccess: () => toast.show({ text: t('The test visit is gone.') }),
  });
  const { testVisit } = setup;
  if (setup.isNeeded)
    return (
      <Panel title={t('Then try it')}>
        <p className="k-muted">
          {t(
            'Once there are services and cleaners, you can book a test visit and see it where your cleaner sees it.',
          )}
        </p>
      </Panel>
    );
  return (
    <Panel
      title={t('Try it')}
      note={t(
        'A visit for a customer who does not exist. Nobody is told, nothing is paid, and you can remove it without a trace.',
      )}
    >
      <div className="k-stack k-gap-12">
        {testVisit === null ? (
          <div className="k-row k-wrap k-gap-8">
            <Button
              kind="quiet"
              busy={book.isPending && t('Booking')}
              onClick={() => book.mutate({ body: {} })}
            >
              {t('Book a test visit')}
            </Button>
            <ButtonLink kind="quiet" href="/admin/jobs/new">
              {t('Book a real visit')}
            </ButtonLink>
          </div>
        ) : (
          <>
            <p>
              {tNodes(
                '{{visit}}, {{date}}, {{time}}: {{cleaners}}. See it on the {{board}}, and on the cleaner’s phone: they sign in at {{signIn}} with their number.',
                {
                  visit: (
                    <TextLink href={`/admin/jobs/${testVisit.jobID}/view`}>
                      {t('Visit {{index}}', { index: testVisit.number })}
                    </TextLink>
                  ),
                  date: date(testVisit.startTime),
                  time: time(testVisit.startTime),
                  cleaners: testVisit.cleaners.map(({ fullname }) => fullname).join(', '),
                  board: (
                    <TextLink href={`/admin/day?day=${testVisit.startTime.slice(0, 10)}`}>
                      {t('day board')}
                    </TextLink>
                  ),
                  signIn: <TextLink href={SIGN_IN}>{SIGN_IN}</TextLink>,
                },
              )}
            </p>
            <div>
              <Button
                kind="quiet"
                size="small"
                busy={remove.isPending && t('Removing')}
                onClick={() => remove.mutate({ body: {} })}
              >
                {t('Remove the test visit')}
              </Button>
            </div>
          </>
        )}
        <SubmitProblem problem={book.error ?? remove.error} />
      </div>
    </Panel>
  );
}
