import { useMutation, useQueryClient } from '@tanstack/react-query';

/**
 * Makes a change. If the API accepts the change, calls `onAccepted`, which closes the dialog. All shown data is then
 * read again.
 */
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
