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
          toast.show({ text: `${taskName(task)}: trying again.` });
          // The button is gone with its row.
          document.querySelector<HTMLElement>('main h1')?.focus();
        },
        onError: () => void tasks.refetch(),
      },
    );
  };
  return (
    <PlainPage
      title="Failed tasks"
      lead="Background work, such as sending a refund or a message, is retried for days before it is listed here. Read the error first: you may have to fix its cause before you try again. Drop what is no longer needed."
    >
      {retry.error && <ErrorState>{retry.error.detail}</ErrorState>}
      <Loaded query={tasks} what="the failed tasks">
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState title="Nothing has failed" spot="done">
              Tasks that fail for good are listed here for 30 days.
            </EmptyState>
          ) : (
            <Panel title={total === 1 ? '1 task' : `${total.toLocaleString('en-SG')} tasks`}>
              <PanelTable
                caption="Failed tasks"
                items={items}
                columns={[
                  { title: 'Task', render: TaskLink },
                  {
                    title: 'Since',
                    render: ({ createdAt }) => `${date(createdAt, 'dated')}, ${time(createdAt)}`,
                  },
                  { title: 'Attempts', render: ({ attempts }) => attempts },
                  { title: 'Last error', render: ({ error }) => error || 'Not known' },
                  {
                    title: 'Actions',
                    render: (task) => (
                      <span className="k-row k-wrap k-nowrap k-gap-8">
                        {task.canRetry ? (
                          <Button
                            kind="quiet"
                            size="small"
                            busy={
                              retry.isPending && retry.variables.params.number === task.id && 'Trying again'
                            }
                            onClick={() => tryAgain(task)}
                          >
                            Try again
                          </Button>
                        ) : (
                          'Its content was deleted'
                        )}
                        <Button
                          kind="quiet"
                          size="small"
                          aria-haspopup="dialog"
                          aria-label={`Drop ${taskName(task.task)}`}
                          onClick={() => setDropping(task)}
                        >
                          Drop
                        </Button>
                      </span>
                    ),
                  },
                ]}
              />
              {total > items.length && (
                <LeadParagraph>{`The latest ${items.length} of ${total.toLocaleString('en-SG')}.`}</LeadParagraph>
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
      toast.show({ text: `${name}: dropped.` });
    },
  });
  return (
    <Sheet
      open
      onClose={onClose}
      title={`Drop “${name}”?`}
      closeLabel="Close"
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            Keep it
          </Button>
          <Button
            busy={drop.isPending && 'Dropping'}
            onClick={() => drop.mutate({ params: { number: task.id }, body: {} })}
          >
            Drop it
          </Button>
        </>
      }
    >
      <p>It is deleted from this list and will not run again.</p>
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
