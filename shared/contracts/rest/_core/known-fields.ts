import { z } from 'zod';
import { nearestName } from '#shared/domain/_core/text/nearest-name';

/** For one object. A body of some megabytes could have a hundred thousand unknown names, and each costs comparisons. */
const MAX_NAMED = 20;

/**
 * The schema, changed to refuse unknown keys. Each error stands at its own place and names the nearest known key:
 * `{"nmae": ["Unknown attribute. Did you mean \"name\"?"]}`.
 * Used where a mistyped key would be lost unnoticed: attributes of an order and options of an offering (`what` is the
 * word for one key). Everywhere else unknown keys are ignored, as in Waldur.
 * A key in `elsewhere` gets that text instead. Other errors of the same object are reported as well. Checks of the
 * given schema are lost, so add checks afterwards.
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
    // zod skips checks after an error, but this check is wanted then
    { when: () => true },
  );
  return schema.strict().check(atTheirPlaces);
}
