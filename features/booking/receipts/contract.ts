import { seeTransaction } from '#features/money/payments/rules/policy.ts';
import { defineCall } from '#platform/contract/call.ts';
import { fileReply } from '#platform/contract/file.ts';
import { idParams } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';

export const getReceipt = defineCall({
  method: 'GET',
  path: '/transactions/:id/receipt',
  ...openTo(seeTransaction),
  summary:
    'The receipt of a transaction as a PDF: a tax invoice if GST is charged, a credit note for a refund',
  params: idParams,
  reply: fileReply,
  produces: 'application/pdf',
});
