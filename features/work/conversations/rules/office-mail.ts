interface Written {
  readonly text: string;
  /** Of the customer. */
  readonly name: string;
  readonly jobId: string;
  /** Without a slash at the end. */
  readonly site: string;
}

/** What the office hears by mail when a customer writes: who, what, and where to answer. */
export function officeMail({ text, name, jobId, site }: Written) {
  const oneLine = name.replace(/\s+/g, ' ').trim();
  return {
    kind: 'customer-question',
    subject: `${oneLine} wrote about a booking`,
    body: `${text}\n\nAnswer here: ${site}/admin/jobs/${jobId}/view`,
  };
}
