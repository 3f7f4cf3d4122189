import type { ClientReply } from './data-of.ts';
import { PaddockError } from './paddock-error.ts';

/** The query parameters of one page of a list. */
export type Page = { page: number; page_size: number };

const PAGE_SIZE = 200;
/** The maximum number of pages. It stops the loop if the server never ends the list. */
const MAX_PAGES = 1000;

/**
 * Reads all pages of a list. `read` calls the list with the query of one page:
 * `listAll((page) => api.GET('/api/rancher-clusters/', { params: { query: { ...page } } }))`.
 * Without `field` in the query, rows have all their fields.
 * @throws PaddockError if a page cannot be read
 */
export async function listAll<Row>(read: (page: Page) => Promise<ClientReply<Row[]>>): Promise<Required<Row>[]> {
  const rows: Required<Row>[] = [];
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { data, error, response } = await read({ page, page_size: PAGE_SIZE });
    if (!response.ok || data === undefined) throw new PaddockError(response, error);
    rows.push(...data.filter((row): row is Required<Row> => row !== undefined));
    if (!hasNext(response)) return rows;
  }
  throw new Error(`The list has more than ${MAX_PAGES * PAGE_SIZE} rows. Use a filter to get fewer rows.`);
}

const hasNext = (response: Response): boolean => /;\s*rel="?next"?/.test(response.headers.get('link') ?? '');
