/**
 * The text of a console from an offset on (in characters), and the offset for the next call. If the text is shorter
 * than the offset, the machine has restarted. The whole text is then returned.
 */
export function consolePart(log: string, offset = 0): { text: string; nextOffset: number } {
  return { text: offset > log.length ? log : log.slice(offset), nextOffset: log.length };
}
