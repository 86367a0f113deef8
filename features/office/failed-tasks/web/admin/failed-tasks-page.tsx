import { useState } from 'react';
import { officeCounts } from '#features/office/overview/contract.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { EmptyState, ErrorState } from '#platform/web/design/parts/states.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { LeadParagraph, PlainPage } from '#platform/web/office/plain-page.tsx';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { dropTask, type FailedTask, listFailedTasks, retryTask } from '../../contract.ts';

/** /admin/settings/failed-tasks: background tasks that used up their attempts. */
export function Component() {
  const tasks = useCall(listFailedTasks);
  const retry = useAct(retryTask, { refresh: [listFailedTasks, officeCounts] });
  const [dropping, setDropping] = useState<FailedTask | null>(null);
  const toast = useToast();
  const { date, time } = useFormat();
  const tryAgain = ({ id, task }: FailedTask) => {
    if (retry.isPending) return;
    retry.mutate(
      { params: { number: id }, body: {} },
      {
        onSuccess: () => {
          toast.show({ text: t('{{taskName}}: trying again.', { taskName: taskName(task) }) });
          // The button is gone with its row.
          document.querySelector<HTMLElement>('main h1')?.focus();
        },
        onError: () => void tasks.refetch(),
      },
    );
  };
  return (
    <PlainPage
      title={t('Failed tasks')}
      lead={t(
        'Background work, such as sending a refund or a message, is retried for days before it is listed here. Read the error first: you may have to fix its cause before you try again. Drop what is no longer needed.',
      )}
    >
      {retry.error && <ErrorState>{retry.error.detail}</ErrorState>}
      <Loaded query={tasks} what={t('the failed tasks')}>
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState title={t('Nothing has failed')} spot="done">
              {t('Tasks that fail for good are listed here for 30 days.')}
            </EmptyState>
          ) : (
            <Panel
              title={total === 1 ? '1 task' : t('{{total}} tasks', { total: total.toLocaleString('en-SG') })}
            >
              <PanelTable
                caption={t('Failed tasks')}
                items={items}
                columns={[
                  { title: t('Task'), render: TaskLink },
                  {
                    title: t('Since'),
                    render: ({ createdAt }) => `${date(createdAt, 'dated')}, ${time(createdAt)}`,
                  },
                  { title: t('Attempts'), render: ({ attempts }) => attempts },
                  { title: t('Last error'), render: ({ error }) => error || t('Not known') },
                  {
                    title: t('Actions'),
                    render: (task) => (
                      <span className="k-row k-wrap k-nowrap k-gap-8">
                        {task.canRetry ? (
                          <Button
                            kind="quiet"
                            size="small"
                            busy={
                              retry.isPending &&
                              retry.variables.params.number === task.id &&
                              t('Trying again')
                            }
                            onClick={() => tryAgain(task)}
                          >
                            {t('Try again')}
                          </Button>
                        ) : (
                          t('Its content was deleted')
                        )}
                        <Button
                          kind="quiet"
                          size="small"
                          aria-haspopup="dialog"
                          aria-label={t('Drop {{taskName}}', { taskName: taskName(task.task) })}
                          onClick={() => setDropping(task)}
                        >
                          {t('Drop')}
                        </Button>
                      </span>
                    ),
                  },
                ]}
              />
              {total > items.length && (
                <LeadParagraph>
                  {t('The latest {{count}} of {{total}}.', {
                    count: items.length,
                    total: total.toLocaleString('en-SG'),
                  })}
                </LeadParagraph>
              )}
            </Panel>
          )
        }
      </Loaded>
      {dropping && <DropSheet task={dropping} onClose={() => setDropping(null)} />}
    </PlainPage>
  );
}

/** It cannot be undone, so it takes a second press. */
function DropSheet({ task, onClose }: { readonly task: FailedTask; readonly onClose: () => void }) {
  const toast = useToast();
  const name = taskName(task.task);
  const drop = useAct(dropTask, {
    refresh: [listFailedTasks, officeCounts],
    onSuccess: () => {
      onClose();
      toast.show({ text: t('{{name}}: dropped.', { name }) });
    },
  });
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('Drop “{{name}}”?', { name })}
      closeLabel={t('Close')}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('Keep it')}
          </Button>
          <Button
            busy={drop.isPending && t('Dropping')}
            onClick={() => drop.mutate({ params: { number: task.id }, body: {} })}
          >
            {t('Drop it')}
          </Button>
        </>
      }
    >
      <p>{t('It is deleted from this list and will not run again.')}</p>
      <SubmitProblem problem={drop.error} />
    </Sheet>
  );
}

/** `Send refund` */
function taskName(task: string): string {
  return task.charAt(0).toUpperCase() + task.slice(1).replaceAll('-', ' ');
}

/** Its name, with a link to the job if it is about one. */
function TaskLink({ task, jobID }: FailedTask) {
  const name = taskName(task);
  return jobID === null ? name : <TextLink href={`/admin/jobs/${jobID}/view`}>{name}</TextLink>;
}
