import { Group, Pagination, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PAGE_SIZE } from '../api/pauses.ts';
import type { Pages } from './address.ts';
import { counted } from './format.ts';

export type Column<T> = { title: string; cell: (row: T) => ReactNode };
export type TableProps<T> = {
  label: string;
  /** The noun for one row, as in `3 orders`. */
  noun: string;
  rows: readonly T[];
  total: number;
  keyOf: (row: T) => string;
  columns: readonly Column<T>[];
  /** The page of the list to which the rows belong. Missing if the table shows all rows. */
  pages?: Pages;
};

/**
 * A table that shows its number of rows, and has pages if the list is long. On narrow screens, the table scrolls
 * sideways, but the rest of the page does not.
 */
export function DataTable<T>({ label, noun, rows, total, keyOf, columns, pages }: TableProps<T>) {
  return (
    <>
      <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table highlightOnHover aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ title }) => (
                <Table.Th key={title}>{title}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={keyOf(row)}>
                {columns.map(({ title, cell }) => (
                  <Table.Td key={title}>{cell(row)}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {counted(total, noun)}
        </Text>
        {pages && total > PAGE_SIZE && (
          <Pagination
            total={Math.ceil(total / PAGE_SIZE)}
            value={pages.page}
            onChange={(page) => pages.onPage(page)}
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
            getItemProps={(page) => ({ 'aria-label': `Page ${page}` })}
          />
        )}
      </Group>
    </>
  );
}
