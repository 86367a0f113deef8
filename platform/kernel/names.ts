/** First and last name as one; not everyone has a last name (DOMAIN.md 1.5). */
export function fullnameOf(person: { readonly firstname: string; readonly lastname: string }): string {
  return `${person.firstname} ${person.lastname}`.trim();
}
