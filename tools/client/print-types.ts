/** JSON Schema, as far as zod writes it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema | boolean;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

/** A schema as a TypeScript type. `nameOf` names the type of a reference. */
export function typeOf(schema: Schema | boolean, nameOf: (ref: string) => string): string {
  if (typeof schema === 'boolean') return 'unknown';
  const print = (one: Schema | boolean) => typeOf(one, nameOf);
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return union(parts.map(print));
  if (schema.allOf) return schema.allOf.map((part) => `(${print(part)})`).join(' & ');
  if (Array.isArray(schema.type)) return union(schema.type.map((type: string) => print({ ...schema, type })));
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return schema.prefixItems
        ? `[${schema.prefixItems.map(print).join(', ')}]`
        : `(${print(schema.items ?? true)})[]`;
    case 'object':
      return objectOf(schema, print);
    default:
      return 'unknown';
  }
}

const NAME = /^[A-Za-z_$][\w$]*$/;

function objectOf(
  { properties = {}, required = [], additionalProperties }: Schema,
  print: (schema: Schema | boolean) => string,
): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      `${NAME.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${print(schema)};`,
  );
  const isMap = typeof additionalProperties === 'object';
  if (fields.length === 0)
    return isMap ? `Record<string, ${print(additionalProperties)}>` : 'Record<string, never>';
  return `{ ${fields.join(' ')} }`;
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}
