const COMMON = 'created creatorId name removed uuid';
const STATE = 'description state transitioning transitioningMessage';

/** Fields by which a type's collections can be filtered. A star marks fields that can also sort. */
const FIELDS: Record<string, string> = {
  authProvider: 'logoutAllEnabled logoutAllForced logoutAllSupported type*',
  cluster: `${sortable(STATE)} aadClientCertSecret* aadClientSecret* agentImage* agentImageOverride* apiEndpoint* appliedClusterAgentImagePullSecretsHash* appliedEnableNetworkPolicy authImage* caCert* currentCisRunName* defaultClusterRoleForProjectMembers defaultPodSecurityAdmissionConfigurationTemplateName* desiredAgentImage* desiredAuthImage* dockerRootDir* driver* enableNetworkPolicy fleetWorkspaceName* id internal istioEnabled linuxWorkerCount nodeCount nodeVersion openStackSecret* privateRegistrySecret* provider* readyReconciling s3CredentialSecret* serviceAccountTokenSecret* virtualCenterSecret* vsphereSecret* weavePasswordSecret* windowsPreferedCluster windowsWorkerCount`,
  clusterRegistrationToken:
    'clusterId command* expiresAt* gracePeriod gracePeriodExpiresAt* insecureCommand* insecureNodeCommand* insecureWindowsNodeCommand* manifestUrl* namespaceId nodeCommand* state* token* tokenSecretName* transitioning* transitioningMessage* ttl windowsNodeCommand*',
  clusterRoleTemplateBinding: 'clusterId groupId groupPrincipalId namespaceId roleTemplateId userId userPrincipalId',
  globalRole: 'builtin description* id name* newUserDefault',
  globalRoleBinding: 'globalRoleId groupPrincipalId userId userPrincipalId',
  namespace: `${sortable(STATE)} projectId`,
  node: `${sortable(STATE)} appliedNodeVersion clusterId controlPlane etcd externalIpAddress* hostname* id imported ipAddress* name* namespaceId nodeName* podCidr* providerId* requestedHostname scaledownTime* unschedulable worker`,
  project: `${sortable(STATE)} backingNamespace* clusterId id name* namespaceId`,
  projectRoleTemplateBinding:
    'groupId groupPrincipalId namespaceId projectId roleTemplateId serviceAccount* userId userPrincipalId',
  roleTemplate:
    'administrative builtin clusterCreatorDefault context* description* external externalRules hidden id locked name* projectCreatorDefault',
  setting: 'customized default* id name* source* value*',
  token:
    'activityLastSeenAt authProvider* clusterId current description* enabled expired expiresAt* isDerived lastUsedAt token* ttl userId userPrincipal',
  user: 'description* enabled id me mustChangePassword name* password* username*',
};

function sortable(fields: string): string {
  return fields.replaceAll(/\w+/g, '$&*');
}

/** The fields by which a type's collections can be filtered and sorted, in alphabetical order. */
export function collectionFields(resourceType: string, others: string[] = []): { filters: string[]; sorts: string[] } {
  const own = FIELDS[resourceType]?.split(' ') ?? others;
  const sorts = [...own.filter((field) => field.endsWith('*')).map((field) => field.slice(0, -1)), 'uuid'];
  const filters = [...new Set([...own.map((field) => field.replace('*', '')), ...COMMON.split(' ')])];
  return { filters: filters.toSorted(), sorts: sorts.toSorted() };
}

/** Types whose objects show a state. Objects of other types have neither `state` nor `transitioning`. */
export const TYPES_WITH_STATE = ['cluster', 'clusterRegistrationToken', 'namespace', 'node', 'project'];
