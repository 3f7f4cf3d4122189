import type { SimChart } from './sim-charts.ts';

const numbersOf = (version: string): number[] =>
  (version.replace(/^v/, '').split(/[-+]/)[0] ?? '').split('.').map(Number);

function compared(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (let place = 0; place < 3; place += 1) {
    const difference = (left[place] ?? 0) - (right[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const HOLDS: Readonly<Record<string, (order: number) => boolean>> = {
  '>=': (order) => order >= 0,
  '>': (order) => order > 0,
  '<=': (order) => order <= 0,
  '<': (order) => order < 0,
  '': (order) => order === 0,
};

/** Whether a version of Kubernetes is in a range such as `>=1.25.0-0 <1.34.0-0`. */
export const isInRange = (version: string, range: string): boolean =>
  range
    .trim()
    .split(/[\s,]+/)
    .filter((term) => term !== '')
    .every((term) => {
      const [, operator = '', wanted = ''] = /^([<>]=?|)(.*)$/.exec(term) ?? [];
      return HOLDS[operator]?.(compared(version, wanted)) ?? false;
    });

const KUBE_VERSION = 'catalog.cattle.io/kube-version';
const fits = ({ kubeVersion, annotations }: SimChart, version: string): boolean =>
  [kubeVersion, annotations[KUBE_VERSION] ?? ''].every((range) => isInRange(version, range));

/**
 * The index of a repository as steve shows it. Chart versions that do not fit the given version of Kubernetes are left
 * out.
 * @param version the version of Kubernetes; if absent, no chart version is left out
 */
export function indexView(charts: readonly SimChart[], version: string | undefined) {
  const shown = charts.filter((chart) => version === undefined || fits(chart, version));
  const entries = Map.groupBy(shown, ({ name }) => name);
  return {
    apiVersion: 'v1',
    entries: Object.fromEntries([...entries].map(([name, versions]) => [name, versions.map(entryView)])),
    generated: '2026-01-01T00:00:00Z',
  };
}

/** Helm leaves out empty fields. */
function entryView(chart: SimChart) {
  const { name, version, appVersion, description, icon, home, kubeVersion, annotations } = chart;
  return {
    ...{ apiVersion: 'v2', name, version, created: '2026-01-01T00:00:00Z' },
    ...(appVersion && { appVersion }),
    ...(description && { description }),
    ...(icon && { icon }),
    ...(home && { home }),
    ...(kubeVersion && { kubeVersion }),
    ...(Object.keys(annotations).length > 0 && { annotations }),
    urls: [`https://charts.example.org/${name}-${version}.tgz`],
  };
}

/** What `?link=info` shows of one version. */
export function infoView({ readme, appReadme, values, questions, name, version, description }: SimChart) {
  return {
    ...(readme && { readme }),
    ...(appReadme && { appReadme }),
    ...{ values, questions, chart: { apiVersion: 'v2', name, version, description } },
  };
}
