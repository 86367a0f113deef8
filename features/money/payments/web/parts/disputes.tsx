import type { CustomerReply } from '#features/people/customers/customer-shapes.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';

type Dispute = NonNullable<CustomerReply['disputes']>[number];

interface Props {
  readonly disputes: readonly Dispute[] | undefined;
  /** Links to the other page that shows the dispute: of the payment, or of its customer. */
  linkTo(dispute: Dispute): { readonly href: string; readonly label: string };
}

/** For the office: payments that are disputed, and those that the bank has returned. */
export function Disputes({ disputes = [], linkTo }: Props) {
  const sentenceOf = useSentence();
  return disputes.map((dispute) => {
    const { href, label } = linkTo(dispute);
    return (
      <Notice
        key={`${dispute.transactionID} ${dispute.openedAt}`}
        kind="bad"
        action={<TextLink href={href}>{label}</TextLink>}
      >
        {sentenceOf(dispute)}
      </Notice>
    );
  });
}

function useSentence(): (dispute: Dispute) => string {
  const { money, date } = useFormat();
  return ({ amount, dueBy, outcome }) => {
    if (outcome === 'lost') {
      return t(
        'Dispute lost: the bank has given {{money}} back to the customer. Record it under Payment problems.',
        { money: money(amount) },
      );
    }
    const deadline =
      dueBy === null ? '' : t(' Answer the bank in Stripe by {{date}}.', { date: date(dueBy) });
    return t(
      'The customer disputes {{money}}.{{deadline}} Until the bank decides, it cannot be refunded, and hours it paid for cannot be used.',
      { money: money(amount), deadline },
    );
  };
}
