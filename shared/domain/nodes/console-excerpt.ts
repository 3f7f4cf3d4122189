/**
 * The text of a console from an offset (in characters), and the next offset. If the text is shorter than the offset,
 * the machine has restarted, and the whole text is returned.
 */
export function consolePart(log: string, offset = 0): { text: string; nextOffset: number } {
  return { text: offset > log.length ? log : log.slice(offset), nextOffset: log.length };
}
