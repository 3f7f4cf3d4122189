/**
 * The text of a console from `offset` on (in characters), and the offset for the next call. A text that is shorter than
 * the offset shows that the machine has restarted. In this case, the whole text is returned.
 */
export function consolePart(log: string, offset = 0): { text: string; nextOffset: number } {
  return { text: offset > log.length ? log : log.slice(offset), nextOffset: log.length };
}
