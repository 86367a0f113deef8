/** How long a confirmation link works. */
export const EMAIL_LINK_LIFE = Temporal.Duration.from({ hours: 24 });

const DAY = Temporal.Duration.from({ hours: 24 });

/** New addresses of one customer. Each one is mailed, and may be a stranger's. */
export const EMAIL_CHANGES = { most: 3, per: DAY };
/** Further links of one customer. */
export const EMAIL_RESENDS = { most: 3, per: DAY };
/** What the owner of an address is told when another customer enters it as theirs. */
export const HAS_ACCOUNT_MAILS = { most: 1, per: DAY };

/** A request is kept for a day after its link has ended. */
export const EMAIL_CHANGE_KEPT = EMAIL_LINK_LIFE.add(DAY);
