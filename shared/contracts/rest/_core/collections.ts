/**
 * The first segments of URLs below `/api/`. Each API function lists the segments for which it answers calls.
 * `functions/api/segments.ts` adds the segments to this interface, because code in `contracts` must not import code
 * from `functions`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: functions/api/segments.ts adds the members.
export interface Segments {}

export type Segment = Segments['all'];
/** The segments that the root document lists. Replies may contain links to objects of these segments. */
export type Collection = Segments['listed'];
