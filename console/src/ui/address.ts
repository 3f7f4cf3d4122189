import { useSearchParams } from 'react-router';

/** The address with these parameters. `null` removes one. A change of a filter leads back to the first page. */
export function changedParameters(
  before: URLSearchParams,
  changes: Readonly<Record<string, string | null>>,
): URLSearchParams {
  const after = new URLSearchParams(before);
  after.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    if (value) after.set(name, value);
    else after.delete(name);
  }
  return after;
}

/** The page number of an address. */
export function pageIn(parameters: URLSearchParams): number {
  const page = Number(parameters.get('page'));
  return Number.isInteger(page) && page > 0 ? page : 1;
}

/** The parameters of the address, which are the state of a list, and a function that changes them. */
export function useAddress() {
  const [parameters, setParameters] = useSearchParams();
  return {
    parameters,
    page: pageIn(parameters),
    change: (changes: Readonly<Record<string, string | null>>) =>
      setParameters((before) => changedParameters(before, changes), { replace: true }),
    onPage: (page: number) => setParameters((before) => changedParameters(before, { page: String(page) })),
  };
}
