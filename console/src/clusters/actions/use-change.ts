import { useMutation, useQueryClient } from '@tanstack/react-query';

/** A change of a cluster. When it was accepted, the dialog is closed and what is shown of clusters is read again. */
export function useChange<T>(change: (input: T) => Promise<unknown>, onAccepted: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      onAccepted();
      return queries.invalidateQueries();
    },
  });
}

/** What each dialog of an action gets. */
export type DialogProps = { isOpen: boolean; onClose: () => void };
