import { z } from 'zod';
import { nearestName } from '#shared/domain/_core/text/nearest-name';

/**
 * Maximum number of unknown names that are reported for one object. Finding the nearest known name takes time, and a
 * body of some megabytes could have a hundred thousand unknown names.
 */
const MAX_NAMED = 20;

/**
 * Makes a schema refuse unknown keys. The error names the nearest known key: `{"nmae": ["Unknown attribute. Did you
 * mean \"name\"?"]}`. Other errors of the object are reported, too. Used where a mistyped key would change what a
 * customer gets. As in Waldur, other bodies ignore unknown keys (docs/rules.md#unknown-fields-are-ignored-or-refused).
 * The result does not have the checks of `schema`, so add checks to the result.
 * @param what the word for a key in the error text, such as `attribute`
 * @param elsewhere for unknown keys in `names`, the error is `text`
 */
export function knownFields<S extends z.core.$ZodLooseShape>(
  schema: z.ZodObject<S>,
  what = 'attribute',
  elsewhere: { names: readonly string[]; text: string } = { names: [], text: '' },
) {
  const known = Object.keys(schema.shape);
  const messageFor = (key: string): string =>
    elsewhere.names.includes(key) ? elsewhere.text : `Unknown ${what}. Did you mean "${nearestName(key, known)}"?`;
  const atTheirPlaces = z.core._check(
    ({ issues }: z.core.ParsePayload) => {
      const index = issues.findIndex(({ code, path }) => code === 'unrecognized_keys' && !path?.length);
      const found = issues[index];
      if (found?.code !== 'unrecognized_keys') return;
      const named = found.keys.slice(0, MAX_NAMED).map((key) => ({
        code: 'custom' as const,
        path: [key],
        input: key,
        message: messageFor(key),
      }));
      issues.splice(index, 1, ...named);
    },
    // Without `when`, zod skips this check after another error.
    { when: () => true },
  );
  return schema.strict().check(atTheirPlaces);
}
