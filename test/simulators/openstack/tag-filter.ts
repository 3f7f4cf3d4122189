/**
 * `tags` selects rows with all tags, `tags-any` rows with one of them. `not-tags` leaves out rows with all tags,
 * `not-tags-any` rows with one of them.
 */
export function matchesTags(tags: unknown, query: URLSearchParams): boolean {
  const held = Array.isArray(tags) ? tags : [];
  const list = (name: string) => query.getAll(name).flatMap((value) => value.split(','));
  const [all, any, notAll, notAny] = ['tags', 'tags-any', 'not-tags', 'not-tags-any'].map(list);
  return (
    every(all, held) &&
    (!any?.length || any.some((tag) => held.includes(tag))) &&
    (!notAll?.length || !every(notAll, held)) &&
    !notAny?.some((tag) => held.includes(tag))
  );
}

const every = (tags: string[] = [], held: unknown[]) => tags.every((tag) => held.includes(tag));
