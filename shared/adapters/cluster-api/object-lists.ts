import { z } from 'zod';
import type { ObjectKind } from '#shared/ports/cluster-api';
import { BackendUnavailable } from '../../errors.ts';
import { isSelected, listingBounds, queryOf, type Selection } from '../list-selection.ts';
import type { ObjectClient } from './object-client.ts';

const PAGE_SIZE = 500;

export type ObjectListing<T> = {
  op: string;
  kind: ObjectKind;
  /** Undefined for the objects of all namespaces. */
  namespace?: string;
  where: Selection<T>;
  item: z.ZodType<T>;
};

/** The token of a next page is valid for some minutes. After that, the whole list must be read again. */
const expired = (status: number) => (status === 410 ? BackendUnavailable : undefined);

/** Reads all pages of a list. Throws the Backend* errors of errors.ts. */
export async function listObjects<T>(ask: ObjectClient, backend: string, listing: ObjectListing<T>): Promise<T[]> {
  const { op, kind, namespace, where, item } = listing;
  const read = listingBounds(backend, op);
  const selector = z.string().optional().parse(queryOf(where).labelSelector);
  const reply = z.object({ metadata: z.looseObject({ continue: z.string().optional() }), items: z.array(item) });
  const nothing = undefined;
  const readPage = (from: string | undefined) =>
    ask({
      ...{ op, kind, reply, classify: expired },
      ask: (api) =>
        api.list(kind.apiVersion, kind.kind, namespace, nothing, nothing, nothing, nothing, selector, PAGE_SIZE, from),
    });
  const found: T[] = [];
  let next: string | undefined;
  do {
    const from = next;
    const { metadata, items } = await read(
      () => readPage(from),
      (body) => body.items.length,
    );
    found.push(...items.filter(isSelected(where)));
    next = metadata.continue || undefined;
  } while (next !== undefined);
  return found;
}
