/**
 * A console's text from an offset (in characters) on, and the next offset. A console that is shorter has restarted:
 * then the whole text.
 */
export function consolePart(log: string, offset = 0): { text: string; nextOffset: number } {
  return { text: offset > log.length ? log : log.slice(offset), nextOffset: log.length };
}
