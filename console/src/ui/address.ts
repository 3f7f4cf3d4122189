import { useSearchParams } from 'react-router';

type Changes = Readonly<Record<string, string | null>>;

/** The parameter with the page number of the only list of a page. */
const PAGE = 'page';

/** The address with these parameters. `null` removes one. */
export function changedParameters(before: URLSearchParams, changes: Changes): URLSearchParams {
  const after = new URLSearchParams(before);
  for (const [name, value] of Object.entries(changes)) {
    if (value) after.set(name, value);
    else after.delete(name);
  }
  return after;
}

/** The page number of an address. */
export function pageIn(parameters: URLSearchParams, name = PAGE): number {
  const page = Number(parameters.get(name));
  return Number.isInteger(page) && page > 0 ? page : 1;
}

/**
 * The parameters of the address, which are the state of a list, and functions that change them. A change of a filter
 * leads back to the first page. Several lists of one page name their parameters.
 */
export function useAddress(name = PAGE) {
  const [parameters, setParameters] = useSearchParams();
  return {
    parameters,
    page: pageIn(parameters, name),
    change: (changes: Changes) =>
      setParameters((before) => changedParameters(before, { [name]: null, ...changes }), { replace: true }),
    onPage: (page: number, replace = false) =>
      setParameters((before) => changedParameters(before, { [name]: String(page) }), { replace }),
  };
}

/** Which page of a list is shown, and how another one is. */
export type Pages = Pick<ReturnType<typeof useAddress>, 'page' | 'onPage'>;
