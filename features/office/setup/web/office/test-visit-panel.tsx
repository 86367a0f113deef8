import { useAct } from '#platform/web/api/queries.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { Panel } from '#platform/web/office/record.tsx';
import { bookTestVisit, readSetup, removeTestVisit, type Setup } from '../../contract.ts';

/** Once anyone can book: a visit to try everything with, and the first real booking. */
export function TestVisitPanel({ setup }: { readonly setup: Setup }) {
  const toast = useToast();
  const { date, time } = useFormat();
  const book = useAct(bookTestVisit, { refresh: [readSetup] });
  const remove = useAct(removeTestVisit, {
    refresh: [readSetup],
    onSuccess: () => toast.show({ text: 'The test visit is gone.' }),
  });
  const { testVisit } = setup;
  if (setup.isNeeded)
    return (
      <Panel title="Then try it">
        <p className="k-muted">
          Once there are services and cleaners, you can book a test visit and see it where your cleaner sees
          it.
        </p>
      </Panel>
    );
  return (
    <Panel
      title="Try it"
      note="A visit for a customer who does not exist. Nobody is told, nothing is paid, and you can remove it without a trace."
    >
      <div className="k-stack k-gap-12">
        {testVisit === null ? (
          <div className="k-row k-wrap k-gap-8">
            <Button kind="quiet" busy={book.isPending && 'Booking'} onClick={() => book.mutate({ body: {} })}>
              Book a test visit
            </Button>
            <ButtonLink kind="quiet" href="/admin/jobs/new">
              Book a real visit
            </ButtonLink>
          </div>
        ) : (
          <>
            <p>
              <TextLink href={`/admin/jobs/${testVisit.jobID}/view`}>{`Visit ${testVisit.number}`}</TextLink>,{' '}
              {date(testVisit.startTime)}, {time(testVisit.startTime)}:{' '}
              {testVisit.cleaners.map(({ fullname }) => fullname).join(', ')}. See it on the{' '}
              <TextLink href={`/admin/day?day=${testVisit.startTime.slice(0, 10)}`}>day board</TextLink>, and
              on the cleaner’s phone: they sign in at{' '}
              <TextLink href="/cleaner/signin">/cleaner/signin</TextLink> with their number.
            </p>
            <div>
              <Button
                kind="quiet"
                size="small"
                busy={remove.isPending && 'Removing'}
                onClick={() => remove.mutate({ body: {} })}
              >
                Remove the test visit
              </Button>
            </div>
          </>
        )}
        <SubmitProblem problem={book.error ?? remove.error} />
      </div>
    </Panel>
  );
}
