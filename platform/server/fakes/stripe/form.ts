/** A form value: text, or nested names. Lists have the names 0, 1, … */
export type Form = { readonly [name: string]: string | Form };

/** Parses `a=1&b[c]=2&d[0]=3` as Stripe's API does. */
export function readForm(encoded: string): Form {
  const form: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = name.split('[').map((part) => part.replace(/\]$/, ''));
    put(form, path, value);
  }
  return form as Form;
}

/** The text at a path such as `card`, `token`; undefined if there is none. */
export function textAt(form: Form, ...path: string[]): string | undefined {
  let at: string | Form | undefined = form;
  for (const name of path) at = typeof at === 'object' ? at[name] : undefined;
  return typeof at === 'string' && at !== '' ? at : undefined;
}

/** The names and texts directly under a name, e.g. `metadata`. */
export function textsAt(form: Form, name: string): Record<string, string> {
  const at = form[name];
  if (typeof at !== 'object') return {};
  return Object.fromEntries(
    Object.entries(at).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function put(form: Record<string, unknown>, path: readonly string[], value: string): void {
  const [first = '', ...rest] = path;
  const name = first === '' ? String(Object.keys(form).length) : first; // `d[]=3` appends
  if (name === '__proto__') return;
  if (rest.length === 0) {
    form[name] = value;
    return;
  }
  form[name] ??= {};
  const inner = form[name];
  if (typeof inner === 'object' && inner !== null) put(inner as Record<string, unknown>, rest, value);
}
