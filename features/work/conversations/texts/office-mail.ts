interface Written {
  readonly text: string;
  /** The customer's name. */
  readonly name: string;
  readonly jobID: string;
  /** Without a trailing slash. */
  readonly site: string;
}

/** The e-mail to the office about a customer's message: who, what, and where to answer. */
export function officeMail({ text, name, jobID, site }: Written) {
  const oneLine = name.replace(/\s+/g, ' ').trim();
  return {
    kind: 'customer-question',
    subject: `${oneLine} wrote about a booking`,
    body: `${text}\n\nAnswer here: ${site}/admin/jobs/${jobID}/view`,
  };
}
