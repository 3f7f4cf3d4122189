/** How many clusters are named. */
const NAMED = 10;

const clusters = (count: number): string => (count === 1 ? '1 cluster' : `${count} clusters`);

/**
 * Says which clusters use a template.
 * @param names clusters that the reader may see
 * @param total how many clusters there are, with those that the reader may not see
 */
export function usedByText(names: readonly string[], total: number): string {
  const named = names.slice(0, NAMED);
  const others = total - named.length;
  const used = [...named, ...(others > 0 && named.length > 0 ? [`${others} more`] : [])];
  return `The template is used by ${used.length > 0 ? used.join(', ') : clusters(total)}.`;
}
