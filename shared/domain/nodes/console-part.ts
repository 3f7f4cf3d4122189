/**
 * What a console says from an offset (in characters) on, and where to go on. A console that is shorter than that has begun anew: then
 * it is all of it.
 */
export function consolePart(log: string, offset = 0): { text: string; nextOffset: number } {
  return { text: offset > log.length ? log : log.slice(offset), nextOffset: log.length };
}
