import { Invalid } from '#shared/errors';
import { labelProblems, type NetworkDriver } from './label-problems.ts';
import { type LabelTexts, type LabelValues, valuesOf } from './template-labels.ts';

/** The newest version of the cloud controller manager with which this release of Paddock was tested. */
const NEWEST_CLOUD_PROVIDER = 35;

type Completed = 'kube_tag' | 'cloud_provider_tag' | 'octavia_lb_algorithm';
/** Values of all labels. Defaults that depend on other labels are filled in. */
export type ResolvedValues = LabelValues & { readonly [N in Completed]: NonNullable<LabelValues[N]> };

export type ResolvedLabels = {
  /** All labels of the cluster, as texts. */
  labels: LabelTexts;
  values: ResolvedValues;
  /**
   * Labels that have different values in the order and in the template. As in Magnum, this field contains the
   * template's values.
   */
  overridden: LabelTexts;
  /** Labels of the order that the template does not have. */
  added: LabelTexts;
  /** Labels of the template that the cluster does not have. */
  skipped: LabelTexts;
};

/** The cloud controller manager has a release for each minor version of Kubernetes. */
function cloudProviderFor(kubernetesVersion: string): string {
  const minor = Number(kubernetesVersion.split('.')[1]);
  return `v1.${Math.min(minor, NEWEST_CLOUD_PROVIDER)}.0`;
}

function completed(values: LabelValues, kubernetesVersion: string): ResolvedValues {
  const kube_tag = values.kube_tag ?? kubernetesVersion;
  return {
    ...values,
    kube_tag,
    cloud_provider_tag: values.cloud_provider_tag ?? cloudProviderFor(kube_tag),
    octavia_lb_algorithm:
      values.octavia_lb_algorithm ?? (values.octavia_provider === 'ovn' ? 'SOURCE_IP_PORT' : 'ROUND_ROBIN'),
  };
}

const some = (texts: LabelTexts, is: (name: string, text: string) => boolean): LabelTexts =>
  Object.fromEntries(Object.entries(texts).filter(([name, text]) => is(name, text)));

/**
 * The labels of a cluster, from its template and its order. As in Magnum, an order without labels gets the template's
 * labels. If an order has labels, these labels replace the template's labels. If `merge` is true, the order's labels
 * are added to the template's labels instead.
 * @param kubernetesVersion the version of clusters without the label `kube_tag`
 * @throws Invalid if labels are wrong; the field `labels` of the exception has the errors of all labels
 */
export function resolveLabels({
  template,
  ordered,
  merge,
  driver,
  kubernetesVersion,
}: {
  template: LabelTexts;
  ordered: LabelTexts | undefined;
  merge: boolean;
  driver: NetworkDriver;
  kubernetesVersion: string;
}): ResolvedLabels {
  const labels = ordered === undefined || merge ? { ...template, ...ordered } : ordered;
  const problems = labelProblems(labels, driver);
  if (Object.keys(problems).length > 0) throw new Invalid({ labels: problems });
  return {
    labels,
    values: completed(valuesOf(labels), kubernetesVersion),
    overridden: some(template, (name, text) => Object.hasOwn(labels, name) && labels[name] !== text),
    added: some(labels, (name) => !Object.hasOwn(template, name)),
    skipped: some(template, (name) => !Object.hasOwn(labels, name)),
  };
}
