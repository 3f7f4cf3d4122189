import { isRecord } from './kubernetes-objects.ts';

/**
 * Fields of each type in the API of Kubernetes 1.36. After a colon comes the type of the field's value, or of the items
 * in its list.
 */
const PARTS: Readonly<Record<string, string>> = {
  ServiceSpec:
    'allocateLoadBalancerNodePorts clusterIP clusterIPs externalIPs externalName externalTrafficPolicy ' +
    'healthCheckNodePort internalTrafficPolicy ipFamilies ipFamilyPolicy loadBalancerClass loadBalancerIP ' +
    'loadBalancerSourceRanges ports:ServicePort publishNotReadyAddresses selector sessionAffinity ' +
    'sessionAffinityConfig trafficDistribution type',
  ServicePort: 'appProtocol name nodePort port protocol targetPort',
  IngressSpec: 'defaultBackend:IngressBackend ingressClassName rules:IngressRule tls',
  IngressRule: 'host http:HTTPIngressRuleValue',
  HTTPIngressRuleValue: 'paths:HTTPIngressPath',
  HTTPIngressPath: 'backend:IngressBackend path pathType',
  IngressBackend: 'resource service:IngressServiceBackend',
  IngressServiceBackend: 'name port:ServiceBackendPort',
  ServiceBackendPort: 'name number',
  HorizontalPodAutoscalerSpec:
    'behavior maxReplicas metrics:MetricSpec minReplicas scaleTargetRef:CrossVersionObjectReference',
  CrossVersionObjectReference: 'apiVersion kind name',
  MetricSpec: 'containerResource external object pods resource:ResourceMetricSource type',
  ResourceMetricSource: 'name target:MetricTarget',
  MetricTarget: 'averageUtilization averageValue type value',
  DeploymentSpec:
    'minReadySeconds paused progressDeadlineSeconds replicas revisionHistoryLimit selector:LabelSelector strategy ' +
    'template:PodTemplateSpec',
  StatefulSetSpec:
    'minReadySeconds ordinals persistentVolumeClaimRetentionPolicy podManagementPolicy replicas revisionHistoryLimit ' +
    'selector:LabelSelector serviceName template:PodTemplateSpec updateStrategy volumeClaimTemplates',
  DaemonSetSpec: 'minReadySeconds revisionHistoryLimit selector:LabelSelector template:PodTemplateSpec updateStrategy',
  CronJobSpec:
    'concurrencyPolicy failedJobsHistoryLimit jobTemplate:JobTemplateSpec schedule startingDeadlineSeconds ' +
    'successfulJobsHistoryLimit suspend timeZone',
  JobTemplateSpec: 'metadata spec:JobSpec',
  JobSpec:
    'activeDeadlineSeconds backoffLimit backoffLimitPerIndex completionMode completions managedBy manualSelector ' +
    'maxFailedIndexes parallelism podFailurePolicy podReplacementPolicy selector successPolicy suspend ' +
    'template:PodTemplateSpec ttlSecondsAfterFinished',
  LabelSelector: 'matchExpressions matchLabels',
  PodTemplateSpec: 'metadata spec:PodSpec',
  PodSpec:
    'activeDeadlineSeconds affinity automountServiceAccountToken containers:Container dnsConfig dnsPolicy ' +
    'enableServiceLinks ephemeralContainers hostAliases hostIPC hostNetwork hostPID hostUsers hostname ' +
    'hostnameOverride imagePullSecrets initContainers:Container nodeName nodeSelector os overhead preemptionPolicy ' +
    'priority priorityClassName readinessGates resourceClaims resources restartPolicy runtimeClassName schedulerName ' +
    'schedulingGates schedulingGroup securityContext serviceAccount serviceAccountName setHostnameAsFQDN ' +
    'shareProcessNamespace subdomain terminationGracePeriodSeconds tolerations topologySpreadConstraints volumes',
  Container:
    'args command env:EnvVar envFrom image imagePullPolicy lifecycle livenessProbe name ports:ContainerPort ' +
    'readinessProbe resizePolicy resources:ResourceRequirements restartPolicy restartPolicyRules securityContext ' +
    'startupProbe stdin stdinOnce terminationMessagePath terminationMessagePolicy tty volumeDevices volumeMounts ' +
    'workingDir',
  ContainerPort: 'containerPort hostIP hostPort name protocol',
  EnvVar: 'name value valueFrom',
  ResourceRequirements: 'claims limits requests',
};

/** The type of the `spec` of each kind. */
const SPECS: Readonly<Record<string, string>> = {
  Service: 'ServiceSpec',
  Ingress: 'IngressSpec',
  HorizontalPodAutoscaler: 'HorizontalPodAutoscalerSpec',
  Deployment: 'DeploymentSpec',
  StatefulSet: 'StatefulSetSpec',
  DaemonSet: 'DaemonSetSpec',
  CronJob: 'CronJobSpec',
  Job: 'JobSpec',
};

const partsOf = (part: string): Map<string, string | undefined> =>
  new Map((PARTS[part] ?? '').split(' ').map((field) => [field.split(':')[0] ?? '', field.split(':')[1]]));
const KNOWN = new Map(Object.keys(PARTS).map((part) => [part, partsOf(part)]));

function unknownIn(part: string, value: unknown, at: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => unknownIn(part, one, `${at}[${index}]`));
  if (!isRecord(value)) return [];
  const known = KNOWN.get(part);
  return Object.entries(value).flatMap(([field, below]) => {
    const path = `${at}.${field}`;
    if (known?.has(field) === false) return [path];
    const its = known?.get(field);
    return its === undefined ? [] : unknownIn(its, below, path);
  });
}

/**
 * Paths of fields that a kind does not have in its `spec`, such as `spec.ports[0].prot`. Kinds without a description
 * accept any field.
 */
export function unknownFields(kind: string, { spec }: Record<string, unknown>): string[] {
  const { [kind]: part } = SPECS;
  return part === undefined ? [] : unknownIn(part, spec, 'spec');
}
