import { oneLine, printable } from './printable.ts';

export type Column<Row> = {
  title: string;
  of: (row: Row) => string;
  /** The column appears only with `-o wide`. */
  wide?: true;
};

/** Columns with two spaces between them, as `kubectl` prints them. */
export function tableOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const cells = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ of }) => printable(oneLine(of(row))) || '-')),
  ];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  return cells
    .map((line) => line.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}
