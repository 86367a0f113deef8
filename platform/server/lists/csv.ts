export interface CsvColumn<Item> {
  readonly heading: string;
  value(item: Item): CsvCell;
}

type CsvCell = string | number | boolean | null | undefined;
