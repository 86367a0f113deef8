/** What a client of an older version cannot do any more, from two OpenAPI documents of Kemas. Pure. */

type Json = Readonly<Record<string, unknown>>;
type Schema = Json;

interface Operation {
  readonly 'x-who'?: readonly string[];
  readonly parameters?: readonly { name: string; in: string; required?: boolean; schema: Schema }[];
  readonly requestBody?: { required?: boolean; content: Readonly<Record<string, { schema?: Schema }>> };
  readonly responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema?: Schema }>> }>>;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export interface BreakingChange {
  /** `POST /jobs/{id}/cancel` */
  readonly call: string;
  readonly change: string;
}

/** Of what a client sends, everything has to be accepted as before; of what it reads, nothing may be missing. */
type Direction = 'sent' | 'read';

/** Compares two documents. Additions are no breaking changes: new calls, optional inputs, fields and codes of replies. */
export function breakingChanges(before: ApiDocument, after: ApiDocument): readonly BreakingChange[] {
  return Object.entries(before.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, old]) => {
      const call = `${method.toUpperCase()} ${path}`;
      const now = after.paths[path]?.[method];
      const changes = now === undefined ? ['the call is gone'] : changesOfCall(old, now);
      return changes.map((change) => ({ call, change }));
    }),
  );
}

function changesOfCall(old: Operation, now: Operation): string[] {
  return [
    ...changesOfRoles(old, now),
    ...changesOfParameters(old, now),
    ...changesOfBody(old, now),
    ...changesOfReplies(old, now),
  ];
}

function changesOfRoles({ 'x-who': old = [] }: Operation, { 'x-who': now = [] }: Operation): string[] {
  if (now.includes('anyone')) return [];
  return old.filter((role) => !now.includes(role)).map((role) => `${role} may no longer call it`);
}

function changesOfParameters(old: Operation, now: Operation): string[] {
  const [before, after] = [old.parameters ?? [], now.parameters ?? []];
  const same = (one: { name: string; in: string }) => (other: { name: string; in: string }) =>
    one.name === other.name && one.in === other.in;
  const removed = before
    .filter((one) => !after.some(same(one)))
    .map(({ name, in: where }) => `${where} ${name} is gone`);
  const changed = after.flatMap((one) => {
    const was = before.find(same(one));
    const at = `${one.in} ${one.name}`;
    const isNewlyRequired = one.required === true && was?.required !== true;
    return [
      ...(isNewlyRequired ? [`${at} is required now`] : []),
      ...(was
        ? changesOf(was.schema, one.schema, { direction: 'sent', at, root: [was.schema, one.schema] })
        : []),
    ];
  });
  return [...removed, ...changed];
}

function changesOfBody({ requestBody: old }: Operation, { requestBody: now }: Operation): string[] {
  if (now === undefined) return old === undefined ? [] : ['it takes no body any more'];
  if (old === undefined) return now.required ? ['a body is required now'] : [];
  const required = now.required && !old.required ? ['the body is required now'] : [];
  return [...required, ...changesOfContent(old.content, now.content, 'sent', 'body')];
}

function changesOfReplies({ responses: old }: Operation, { responses: now }: Operation): string[] {
  const success = (all: Operation['responses']) => Object.keys(all).find((status) => status < '300') ?? '';
  const [was, is] = [success(old), success(now)];
  const status = was === is ? [] : [`its status is ${is} instead of ${was}`];
  const content = changesOfContent(old[was]?.content ?? {}, now[is]?.content ?? {}, 'read', 'reply');
  const codes = codesOf(now);
  const moved = [...codesOf(old)].flatMap(([code, before]) => {
    const after = codes.get(code);
    return after === undefined || after === before
      ? []
      : [`the code ${code} has status ${after} instead of ${before}`];
  });
  return [...status, ...content, ...moved];
}

/** The status of each code of a refusal. */
function codesOf(responses: Operation['responses']): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(responses).flatMap(([status, { content }]) => {
      const schema = content?.['application/problem+json']?.schema as
        | { properties?: { code?: { enum?: readonly string[] } } }
        | undefined;
      return (schema?.properties?.code?.enum ?? []).map((code) => [code, status] as const);
    }),
  );
}

type Content = Readonly<Record<string, { schema?: Schema }>>;

function changesOfContent(old: Content, now: Content, direction: Direction, at: string): string[] {
  return Object.entries(old).flatMap(([type, { schema }]) => {
    const after = now[type];
    if (after === undefined) return [`${at} is no longer ${type}`];
    if (schema === undefined || after.schema === undefined) return [];
    return changesOf(schema, after.schema, { direction, at, root: [schema, after.schema] });
  });
}

interface Where {
  readonly direction: Direction;
  /** `body.address.postal` */
  readonly at: string;
  /** The schemas whose `$defs` references name. */
  readonly root: readonly [Schema, Schema];
  /** Pairs that are being compared: a record may contain itself. */
  readonly open?: readonly (readonly [Schema, Schema])[];
}

function changesOf(oldSchema: Schema, newSchema: Schema, where: Where): string[] {
  const { direction, at, root, open = [] } = where;
  const [old, now] = [variantsOf(oldSchema, root[0]), variantsOf(newSchema, root[1])];
  if (open.some(([a, b]) => a === oldSchema && b === newSchema)) return [];
  const inside = { ...where, open: [...open, [oldSchema, newSchema] as const] };
  const [first, second] = [old[0], now[0]];
  if (old.length === 1 && now.length === 1 && first && second) return changesOfOne(first, second, inside);
  // What was sent has to fit one of the new variants; what is read now, one of the old ones.
  const isSent = direction === 'sent';
  return (isSent ? old : now).flatMap((variant) => {
    const tried = (isSent ? now : old).map((other) => ({
      other,
      changes: isSent ? changesOfOne(variant, other, inside) : changesOfOne(other, variant, inside),
    }));
    if (tried.some(({ changes }) => changes.length === 0)) return [];
    const alike = tried.find(({ other }) => kindOf(other) === kindOf(variant));
    if (alike) return alike.changes;
    return [isSent ? `${at} takes no ${kindOf(variant)} any more` : `${at} may be ${kindOf(variant)} now`];
  });
}

function changesOfOne(old: Schema, now: Schema, where: Where): string[] {
  const { direction, at } = where;
  const [was, is] = [kindOf(old), kindOf(now)];
  if (was !== is) return changesOfKind(was, is, where);
  const values = changesOfValues(valuesOf(old), valuesOf(now), where);
  if (was === 'object') return [...values, ...changesOfFields(old, now, where)];
  if (was === 'array') {
    const items = changesOf((old.items ?? {}) as Schema, (now.items ?? {}) as Schema, {
      ...where,
      at: `${at}[]`,
    });
    return [...items, ...(direction === 'sent' ? narrowed(old, now, at) : [])];
  }
  return [...values, ...(direction === 'sent' ? narrowed(old, now, at) : [])];
}

function changesOfKind(was: string, is: string, { direction, at }: Where): string[] {
  const [wide, narrow] = direction === 'sent' ? [is, was] : [was, is];
  if (wide === 'anything' || (wide === 'number' && narrow === 'integer')) return [];
  return [`${at} is ${is} instead of ${was}`];
}

function changesOfValues(
  old: readonly unknown[] | null,
  now: readonly unknown[] | null,
  { direction, at }: Where,
): string[] {
  if (old === null) return now !== null && direction === 'sent' ? [`${at} takes only ${now.join(', ')}`] : [];
  if (now === null) return direction === 'read' ? [`${at} may have any value now`] : [];
  return old.filter((value) => !now.includes(value)).map((value) => `${at} has no value ${value} any more`);
}

function changesOfFields(old: Schema, now: Schema, where: Where): string[] {
  const { direction, at } = where;
  const [before, after] = [propertiesOf(old), propertiesOf(now)];
  const required = (schema: Schema) => (schema.required ?? []) as readonly string[];
  const gone = Object.keys(before).filter((name) => after[name] === undefined);
  const lists = direction === 'sent' ? ([now, old] as const) : ([old, now] as const);
  const moved = required(lists[0]).filter(
    (name) => !required(lists[1]).includes(name) && (direction === 'sent' || after[name] !== undefined),
  );
  const says = direction === 'sent' ? 'is required now' : 'may be absent now';
  return [
    ...gone.map((name) => `${at}.${name} is gone`),
    ...moved.map((name) => `${at}.${name} ${says}`),
    ...Object.entries(before).flatMap(([name, schema]) => {
      const next = after[name];
      return next === undefined ? [] : changesOf(schema, next, { ...where, at: `${at}.${name}` });
    }),
    ...changesOfOthers(old, now, where),
  ];
}

/** The values of a record with any keys. */
function changesOfOthers(old: Schema, now: Schema, where: Where): string[] {
  const [before, after] = [old.additionalProperties, now.additionalProperties];
  if (!isSchema(before) || !isSchema(after)) return [];
  return changesOf(before, after, { ...where, at: `${where.at}.*` });
}

const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'];
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'];
const FORMS = ['pattern', 'format', 'multipleOf'];

function narrowed(old: Schema, now: Schema, at: string): string[] {
  const says = (name: string) => `${at} has ${name} ${now[name]} instead of ${old[name] ?? 'none'}`;
  const isNumber = (value: unknown) => typeof value === 'number';
  const lower = LOWER.filter(
    (name) => isNumber(now[name]) && (!isNumber(old[name]) || Number(now[name]) > Number(old[name])),
  );
  const upper = UPPER.filter(
    (name) => isNumber(now[name]) && (!isNumber(old[name]) || Number(now[name]) < Number(old[name])),
  );
  const forms = FORMS.filter((name) => now[name] !== undefined && now[name] !== old[name]);
  return [...lower, ...upper, ...forms].map(says);
}

/** The alternatives of a schema, references followed and `allOf` merged. */
function variantsOf(schema: Schema, root: Schema): readonly Schema[] {
  const { $ref, anyOf, oneOf, allOf, type } = schema;
  if (typeof $ref === 'string') return variantsOf(referenced($ref, root), root);
  const choice = anyOf ?? oneOf;
  if (Array.isArray(choice)) return (choice as Schema[]).flatMap((one) => variantsOf(one, root));
  if (Array.isArray(allOf)) return [merged(allOf as Schema[], root)];
  if (Array.isArray(type)) return type.map((one: unknown) => ({ ...schema, type: one }));
  return [schema];
}

function referenced($ref: string, root: Schema): Schema {
  const found = $ref
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '')
    .reduce<unknown>((at, part) => (isSchema(at) ? at[part] : undefined), root);
  return isSchema(found) ? found : {};
}

function merged(parts: readonly Schema[], root: Schema): Schema {
  const all = parts.flatMap((part) => variantsOf(part, root).slice(0, 1));
  return {
    ...Object.assign({}, ...all),
    properties: Object.assign({}, ...all.map(propertiesOf)) as Schema,
    required: all.flatMap((part) => (part.required ?? []) as string[]),
  };
}

function propertiesOf(schema: Schema): Readonly<Record<string, Schema>> {
  return (schema.properties ?? {}) as Readonly<Record<string, Schema>>;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valuesOf({ enum: values, const: only }: Schema): readonly unknown[] | null {
  if (Array.isArray(values)) return values;
  return only === undefined ? null : [only];
}

function kindOf(schema: Schema): string {
  if (typeof schema.type === 'string') return schema.type;
  const [value] = valuesOf(schema) ?? [];
  if (value !== undefined) return value === null ? 'null' : typeof value;
  return isSchema(schema.properties) ? 'object' : 'anything';
}
