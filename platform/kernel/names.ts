export interface PersonName {
  readonly firstname: string;
  /** Empty if there is none. */
  readonly lastname: string;
  /**
   * The full name as the person writes it, if that is not first name before last name: `Lim Siew Hua`. Otherwise null
   * or empty.
   */
  readonly displayName: string | null;
}

/** A person's full name, as every list, screen and document shows it. */
export function fullnameOf({ firstname, lastname, displayName }: PersonName): string {
  return displayName || `${firstname} ${lastname}`.trim();
}
