import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Sheet as Dialog } from '#platform/web/design/parts/sheet.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { type ApiKey, listApiKeys, revokeApiKey } from '../../contract.ts';

interface RevokeDialogProps {
  readonly apiKey: ApiKey;
  onClose(): void;
}

/** Asks first, because it cannot be undone. */
export function RevokeDialog({ apiKey: { id, name }, onClose }: RevokeDialogProps) {
  const toast = useToast();
  const act = useAct(revokeApiKey, { refresh: [listApiKeys] });
  const revoke = () => {
    if (act.isPending) return;
    act.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          toast.show({ text: `${name} can no longer use the API.` });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Revoke ${name}?`}
      closeLabel="Close"
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            Keep it
          </Button>
          <Button kind="danger" busy={act.isPending && 'Revoking'} onClick={revoke}>
            Revoke key
          </Button>
        </>
      }
    >
      <p>
        The next request with this key is refused. This cannot be undone: the system then needs a new key.
      </p>
      <SubmitProblem problem={act.error} />
    </Dialog>
  );
}
