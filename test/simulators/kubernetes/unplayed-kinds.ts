/**
 * Kinds that every real cluster has, but that are not simulated, by group (Kubernetes 1.36, `kubectl api-resources`).
 */
const BUILT_IN: Readonly<Record<string, readonly string[]>> = {
  '': ['bindings', 'componentstatuses', 'podtemplates'],
  'admissionregistration.k8s.io': [
    ...['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'],
    ...['mutatingadmissionpolicies', 'mutatingadmissionpolicybindings'],
    ...['validatingadmissionpolicies', 'validatingadmissionpolicybindings'],
  ],
  'apiregistration.k8s.io': ['apiservices'],
  apps: ['controllerrevisions'],
  'authentication.k8s.io': ['selfsubjectreviews', 'tokenreviews'],
  'authorization.k8s.io': ['localsubjectaccessreviews', 'selfsubjectrulesreviews', 'subjectaccessreviews'],
  'certificates.k8s.io': ['certificatesigningrequests'],
  'discovery.k8s.io': ['endpointslices'],
  'events.k8s.io': ['events'],
  'flowcontrol.apiserver.k8s.io': ['flowschemas', 'prioritylevelconfigurations'],
  'networking.k8s.io': ['ipaddresses', 'servicecidrs'],
  'node.k8s.io': ['runtimeclasses'],
  'resource.k8s.io': ['deviceclasses', 'resourceclaims', 'resourceclaimtemplates', 'resourceslices'],
  'storage.k8s.io': ['csidrivers', 'csinodes', 'csistoragecapacities', 'volumeattachments', 'volumeattributesclasses'],
};

/** Whether a real cluster serves this kind, although no simulated cluster does. */
export const isBuiltIn = (group: string, plural: string): boolean => BUILT_IN[group]?.includes(plural) ?? false;
