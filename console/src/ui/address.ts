import { useSearchParams } from 'react-router';

type Changes = Readonly<Record<string, string | null>>;

/** The URL parameter with the page number, if a page has only one list. */
const PAGE = 'page';

/** Returns the parameters with the changes applied. `null` removes a parameter. */
export function changedParameters(before: URLSearchParams, changes: Changes): URLSearchParams {
  const after = new URLSearchParams(before);
  for (const [name, value] of Object.entries(changes)) {
    if (value) after.set(name, value);
    else after.delete(name);
  }
  return after;
}

/** Returns the page number from the URL parameters, by default 1. */
export function pageIn(parameters: URLSearchParams, name = PAGE): number {
  const page = Number(parameters.get(name));
  return Number.isInteger(page) && page > 0 ? page : 1;
}

/**
 * Returns the URL parameters, which hold the state of a list, and functions that change them. A changed filter leads
 * back to the first page. `name` is the URL parameter with the page number. If several lists are shown together, each
 * list needs a different `name`.
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

/** The shown page of a list, and the function that opens another page. */
export type Pages = Pick<ReturnType<typeof useAddress>, 'page' | 'onPage'>;
