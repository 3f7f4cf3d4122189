import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { WHILE_TYPING_MS } from '../ui/typing.ts';

type DryRun<W, P> = {
  key: readonly unknown[];
  /** What is wanted, as text or a number. Undefined if nothing has been chosen yet. */
  wanted: W | undefined;
  read: (wanted: W) => Promise<P>;
};

/** The plan of a change, read a moment after the last change of what is wanted. Undefined while it is about something else. */
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
