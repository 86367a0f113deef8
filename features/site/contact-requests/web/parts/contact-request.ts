import { t } from '#platform/web/i18n/office.ts';
import { formFields, type RecordLayout } from '#platform/web/office/form-fields.ts';
import { recordKind } from '#platform/web/office/record-kind.ts';
import { contactRequests, type RequestItem, requestFields } from '../../contract.ts';

export const REQUESTS = recordKind({
  one: t('contact request'),
  many: t('contact requests'),
  home: '/admin/contact-requests',
  param: 'requestID',
  audited: 'contact_request',
  calls: contactRequests,
  nameOf: ({ firstname, lastname }) => `${firstname} ${lastname}`.trim(),
});

export const STATES = {
  new: t('New'),
  answering: t('Being answered'),
  answered: t('Answered'),
  closed: t('Closed'),
} as const;

type Fields = Pick<RequestItem, 'firstname' | 'lastname' | 'email' | 'mobile' | 'subject' | 'message'>;

export const LAYOUT: RecordLayout<Fields> = {
  blank: { firstname: '', lastname: '', email: '', mobile: '', subject: '', message: '' },
  fields: formFields(requestFields, {
    email: { kind: 'email' },
    subject: { span: 6 },
    message: { kind: 'paragraph', span: 6 },
  }),
  left: [{ title: t('Contact details'), names: ['firstname', 'lastname', 'email', 'mobile'] }],
  right: [{ title: t('Message'), names: ['subject', 'message'] }],
};
