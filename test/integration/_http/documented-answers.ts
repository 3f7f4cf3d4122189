import { openApiDocument } from '#infra/openapi/document';
import { isObject, objectAt } from '#infra/openapi/json';

const withoutSlash = (path: string): string => path.replace(/\/$/, '');
const paths = Object.entries(objectAt(openApiDocument(), 'paths')).map(([path, item]) => ({
  pattern: new RegExp(
    `^${withoutSlash(path)
      .replaceAll('.', '\\.')
      .replace(/\{\w+\}/g, '[^/]+')}$`,
  ),
  exactness: path.split('/').filter((segment) => !segment.startsWith('{')).length,
  operations: isObject(item) ? item : {},
}));

/**
 * The statuses that the document lists for a call. Returns undefined if the document does not contain the path or
 * method, for example for HEAD and OPTIONS.
 */
export function documentedStatuses(method: string, path: string): string[] | undefined {
  const [known] = paths
    .filter(({ pattern }) => pattern.test(withoutSlash(path)))
    .sort((one, other) => other.exactness - one.exactness);
  const operation = known && objectAt(known.operations, method.toLowerCase());
  return operation && 'responses' in operation ? Object.keys(objectAt(operation, 'responses')) : undefined;
}
