import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { WHILE_TYPING_MS } from '../ui/typing.ts';

type DryRun<W, P> = {
  key: readonly unknown[];
  /** The wanted value, such as a number of machines. Undefined until the user has chosen a value. */
  wanted: W | undefined;
  read: (wanted: W) => Promise<P>;
};

/**
 * Reads the plan for `wanted` a moment after the user has changed the value. `plan` is undefined while the last plan
 * belongs to another value.
 */
export function useDryRun<W extends string | number, P>({ key, wanted, read }: DryRun<W, P>) {
  const [asked] = useDebouncedValue(wanted, WHILE_TYPING_MS);
  const { data, error } = useQuery({
    queryKey: [...key, asked],
    enabled: asked !== undefined,
    retry: false,
    queryFn: () => (asked === undefined ? undefined : read(asked)),
  });
  return asked === wanted ? { plan: data, error } : { plan: undefined, error: null };
}
