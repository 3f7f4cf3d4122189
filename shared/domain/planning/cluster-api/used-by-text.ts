/** Maximum number of clusters that the sentence names. */
const NAMED = 10;

const clusters = (count: number): string => (count === 1 ? '1 cluster' : `${count} clusters`);

/**
 * A sentence about the clusters that use a template.
 * @param names are the names of the clusters that the reader is allowed to see
 * @param total is the number of all clusters that use the template, even if the reader is not allowed to see them
 */
export function usedByText(names: readonly string[], total: number): string {
  const named = names.slice(0, NAMED);
  const others = total - named.length;
  const used = [...named, ...(others > 0 && named.length > 0 ? [`${others} more`] : [])];
  return `The template is used by ${used.length > 0 ? used.join(', ') : clusters(total)}.`;
}
