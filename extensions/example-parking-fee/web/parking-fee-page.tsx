import { centsOf } from '#features/money/payments/web/parts/amount.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { listFees, saveFee } from '../contract.ts';

/** /admin/extensions/parking-fee */
export function Component() {
  const { money } = useFormat();
  const fees = useCall(listFees);
  const save = useAct(saveFee, { refresh: [listFees] });
  const form = useForm({
    initial: { sector: '', amount: '' },
    check: ({ amount }) => ({ amount: centsOf(amount) === null && 'Enter dollars and cents, like 3.50.' }),
    fieldOf: (path) => (path === 'cents' ? 'amount' : path),
    send: ({ sector, amount }) => save.mutateAsync({ body: { sector, cents: centsOf(amount) ?? 0 } }),
  });
  return (
    <div className="k-office-page k-stack k-gap-20">
      <PageTitle>Parking fee</PageTitle>
      <form className="k-row k-wrap k-bottom k-gap-12" noValidate onSubmit={form.submit}>
        <TextField label="Postal sector" inputMode="numeric" {...form.text('sector')} />
        <TextField label="Fee" before="S$" inputMode="decimal" {...form.text('amount')} />
        <Button type="submit" busy={form.sending && 'Saving'}>
          Save fee
        </Button>
        <SubmitProblem problem={form.problem} />
      </form>
      <Panel title="Fees" note="Added to the price of new bookings there.">
        <Loaded query={fees} what="the parking fees">
          {({ items }) => (
            <PanelTable
              caption="Parking fees"
              items={items.map((fee) => ({ ...fee, id: fee.sector }))}
              columns={[
                { title: 'Postal sector', render: ({ sector }) => sector },
                { title: 'Fee', number: true, render: ({ cents }) => money(cents) },
              ]}
            />
          )}
        </Loaded>
      </Panel>
    </div>
  );
}
