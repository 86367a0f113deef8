import { formFields, type RecordLayout } from '#platform/web/office/form-fields.ts';
import { recordKind } from '#platform/web/office/record-kind.ts';
import { contactRequests, type RequestItem, requestFields } from '../../contract.ts';

export const REQUESTS = recordKind({
  one: 'contact request',
  many: 'contact requests',
  home: '/admin/contact-requests',
  param: 'requestID',
  audited: 'contact_request',
  calls: contactRequests,
  nameOf: ({ firstname, lastname }) => `${firstname} ${lastname}`.trim(),
});

export const STATES = {
  new: 'New',
  answering: 'Being answered',
  answered: 'Answered',
  closed: 'Closed',
} as const;

type Fields = Pick<RequestItem, 'firstname' | 'lastname' | 'email' | 'mobile' | 'subject' | 'message'>;

export const LAYOUT: RecordLayout<Fields> = {
  blank: { firstname: '', lastname: '', email: '', mobile: '', subject: '', message: '' },
  fields: formFields(requestFields, {
    email: { kind: 'email' },
    subject: { span: 6 },
    message: { kind: 'paragraph', span: 6 },
  }),
  left: [{ title: 'Contact details', names: ['firstname', 'lastname', 'email', 'mobile'] }],
  right: [{ title: 'Message', names: ['subject', 'message'] }],
};
