interface TurnedOff {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly why: string;
  /** Of this installation: `https://kemas.example`. */
  readonly site: string;
}

/** E-mail to the office: events are lost to this receiver until someone acts. */
export function turnedOffMail({ id, url, description, why, site }: TurnedOff) {
  const name = description === '' ? url : description;
  return {
    subject: `The webhook “${name}” was turned off`,
    body: [
      `Events are no longer sent to ${url}.`,
      why,
      '',
      'Ask the people who run that system to look into it. Then turn the webhook on again, and send the failed events again:',
      `${site}/admin/settings/webhooks/${id}`,
      '',
      'Events from now until then are not sent.',
    ].join('\n'),
  };
}
