/**
 * The text of a console from an offset (in characters), and the next offset. A console that is shorter than the offset
 * has restarted, so its whole text is returned.
 */
export function consolePart(log: string, offset = 0): { text: string; nextOffset: number } {
  return { text: offset > log.length ? log : log.slice(offset), nextOffset: log.length };
}
