import { z } from 'zod';
import { Invalid } from '#shared/errors';

const operation = z.object({
  op: z.enum(['add', 'replace', 'remove']),
  /** A path such as `/name` or `/labels/kube_tag`. */
  path: z.string().regex(/^\/[^/]+(\/[^/]+)?$/),
  value: z.unknown().optional(),
});

/**
 * One change of a field, or of one key in a field. `key` is the second segment of the patch's path. If `value` is
 * undefined, the field or the key is removed.
 */
export type FieldPatch = { field: string; key?: string; value: unknown };

/** Decodes a segment of a path. RFC 6901 escapes only the characters `/` and `~`. */
const unescaped = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

/**
 * Reads a JSON patch (RFC 6902) with the operations that Magnum knows, on paths of one or two segments. Throws Invalid.
 */
export function parseJsonPatch(body: unknown): FieldPatch[] {
  const read = z.array(operation).min(1).max(100).safeParse(body);
  if (!read.success)
    throw new Invalid({ patch: ['Enter a list of {"op": "add|replace|remove", "path": "/field", "value": …}.'] });
  return read.data.map(({ op, path, value }) => {
    const [, field = '', key] = path.split('/').map(unescaped);
    if (op !== 'remove' && value === undefined) throw new Invalid({ patch: [`${path} has no value.`] });
    return { field, ...(key !== undefined && { key }), value: op === 'remove' ? undefined : value };
  });
}
