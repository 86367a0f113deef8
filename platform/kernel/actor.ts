/** The three kinds of people who sign in. */
export type Role = 'customer' | 'cleaner' | 'admin';

/** Who is asking: a signed-in person, or anyone. */
export type Actor = Anyone | SignedIn<Role>;

export interface Anyone {
  readonly role: 'anyone';
}

export interface SignedIn<R extends Role = Role> {
  readonly role: R;
  /** Id of the customer, cleaner or admin. */
  readonly id: string;
  readonly sessionId: string;
}

export const anyone: Anyone = { role: 'anyone' };
