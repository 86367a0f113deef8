import { CamelCasePlugin } from 'kysely';

/** Columns that the API calls as the database does. */
const SAME_IN_API: ReadonlySet<string> = new Set(['apply_for', 'email_type', 'home_area']);

/** The name of a column in the program and the API: `customerID` for `customer_id`, `cleanerIDs` for `cleaner_ids`. */
export function fieldOf(column: string): string {
  if (SAME_IN_API.has(column)) return column;
  return column
    .replace(/_id(?=s?$|s?_)/g, 'ID')
    .replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The column of a field: `customer_id` for `customerID`. Names of tables stay as they are. */
export function columnOf(field: string): string {
  if (field.includes('_')) return field;
  return field.replace(/ID(?=s?$|s?[A-Z])|[A-Z]/g, (letters) => `_${letters.toLowerCase()}`);
}

/** Rows for `json_populate_recordset`, whose keys are columns. */
export function rowsAsJson(rows: readonly object[]): string {
  const renamed = (row: object) =>
    Object.fromEntries(Object.entries(row).map(([field, value]) => [columnOf(field), value]));
  return JSON.stringify(rows.map(renamed));
}

/** Queries and rows have the API's names of fields; only SQL text has the columns' names. JSON values stay as they are. */
export class ColumnNames extends CamelCasePlugin {
  constructor() {
    super({ maintainNestedObjectKeys: true });
  }

  protected override snakeCase(field: string): string {
    return remember(columns, field, columnOf);
  }

  protected override camelCase(column: string): string {
    return remember(fields, column, fieldOf);
  }
}

const columns = new Map<string, string>();
const fields = new Map<string, string>();

/** Names are few and repeat for every row. */
function remember(names: Map<string, string>, name: string, convert: (name: string) => string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  const converted = convert(name);
  names.set(name, converted);
  return converted;
}
