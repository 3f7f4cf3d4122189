import { useMutation, useQueryClient } from '@tanstack/react-query';

/** A change. When it was accepted, `onAccepted` closes its dialog, and everything that is shown is read again. */
export function useChange<T = void>(change: (input: T) => Promise<unknown>, onAccepted: () => void = () => {}) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      onAccepted();
      return queries.invalidateQueries();
    },
  });
}
