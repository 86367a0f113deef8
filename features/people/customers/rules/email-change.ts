/** Lifetime of a confirmation link. */
export const EMAIL_LINK_LIFE = Temporal.Duration.from({ hours: 24 });

const DAY = Temporal.Duration.from({ hours: 24 });

/** New addresses per customer. Each one gets an e-mail and may be a stranger's. */
export const EMAIL_CHANGES = { most: 3, per: DAY };
/** Resent links per customer. */
export const EMAIL_RESENDS = { most: 3, per: DAY };
/** E-mails to the owner of an address that another customer enters as theirs. */
export const HAS_ACCOUNT_MAILS = { most: 1, per: DAY };

/** A request is deleted a day after its link has expired. */
export const EMAIL_CHANGE_KEPT = EMAIL_LINK_LIFE.add(DAY);
