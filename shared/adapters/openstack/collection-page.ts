import { z } from 'zod';
import type { Selection } from '../list-selection.ts';

export type CollectionListing<T extends { id: string }> = {
  op: string;
  path: string;
  /** The key of the list in the answer, such as `servers`. */
  collection: string;
  item: z.ZodType<T>;
  timeoutMs?: number;
  /** Selects items. `NO_CRITERIA` selects all items that the token may see. */
  where: Selection<T>;
};

const links = z.array(z.object({ rel: z.string() })).default([]);
const anyObject = z.record(z.string(), z.unknown());

/**
 * Parses one page of an OpenStack collection. `<collection>_links` (Nova, Neutron, Cinder) or `next` (Glance) announces
 * a next page. The next page is requested by the id of the last item. The URL in the announcement is ignored, because
 * behind a proxy it may be unreachable.
 */
export function collectionPage<T extends { id: string }>({
  collection,
  item,
}: Pick<CollectionListing<T>, 'collection' | 'item'>) {
  const pick = (reply: unknown) => {
    const body = anyObject.safeParse(reply).data ?? {};
    return { items: body[collection], links: body[`${collection}_links`], next: body.next };
  };
  return z
    .preprocess(pick, z.object({ items: z.array(item), links, next: z.string().optional() }))
    .transform((page) => {
      const hasNext = page.next !== undefined || page.links.some(({ rel }) => rel === 'next');
      return { items: page.items, nextMarker: hasNext ? page.items.at(-1)?.id : undefined };
    });
}
