type Kept = { rights: RegExp; why: string };

const TABLE = 'dynamodb:table/Data(Audit)?Table';

/**
 * Rights that no recorded call has used, and why they stay: `<role> <action> <resource>`, as `check:rights` prints
 * them. A right that nothing needs is removed from `infra/` instead.
 */
const KEPT: readonly Kept[] = [
  {
    rights: new RegExp(`dynamodb:BatchWriteItem ${TABLE}$`),
    why: 'Any step may find its cluster gone, and then takes away what it wrote to its timeline; staff unlinks clusters, and their timelines go.',
  },
  {
    rights: new RegExp(`^ApiapirecordsRole dynamodb:\\w+ ${TABLE}`),
    why: 'Lists and events are shown as their caller may see them: of everything, of a customer, a project or a cluster.',
  },
  {
    rights: new RegExp(` dynamodb:\\w+ ${TABLE}(/index/\\w+)?$`),
    why: 'Whatever opens the store has all rights to it: which index and which kind of write a use case needs changes with its code.',
  },
  {
    rights: /^Dispatch\w+Role states:StartExecution /,
    why: 'An operation of any kind may be lost, or be in a dead letter.',
  },
  { rights: /secret:hook\//, why: 'Secrets of hooks from before they were encrypted in their rows (decision 45).' },
  { rights: /secret:mail-key\//, why: 'Links that end e-mails are signed, and verified when they are followed.' },
  {
    rights: /^(Apiapi(providers|contents)|Stepsopenstack)Role secretsmanager:PutSecretValue /,
    why: 'A secret that is there already, because an answer was lost, is written over.',
  },
  {
    rights: /^ApiapiprovidersRole secretsmanager:DeleteSecret /,
    why: 'Secrets of a provider or a cloud go when they are replaced, or when it is removed.',
  },
  {
    rights: /^ApiapicontentsRole secretsmanager:DeleteSecret /,
    why: 'Secret answers of an application go when somebody else has changed the application at the same time.',
  },
  {
    rights: /^ApiapiofferingsRole secretsmanager:GetSecretValue /,
    why: 'Clouds that are sold are checked and shown, and clusters are imported from Rancher.',
  },
  {
    rights: /^ApiapiordersRole secretsmanager:GetSecretValue secretsmanager:secret:argocd/,
    why: 'Options of a resource become labels in Argo CD within the call.',
  },
  {
    rights: /^SyncsWatchClustersRole secretsmanager:GetSecretValue secretsmanager:secret:cluster-api/,
    why: 'Clusters of Cluster API are observed every few minutes, and the local cloud has none for so long.',
  },
  {
    rights: /^StepsclusterapiRole secretsmanager:GetSecretValue secretsmanager:secret:cloud-credential/,
    why: 'The local cloud’s machines of Cluster API are in memory. In a cloud, they are made with a credential.',
  },
  {
    rights: /^MaintenanceRestoreManagementRole s3:ListBucket /,
    why: 'S3 answers that an object is missing only to those who may list the bucket. Others are refused.',
  },
  { rights: /secret:waldur\//, why: 'The local cloud has no remote Waldur. The integration suite has one.' },
  {
    rights: /^Apiwebhooks\w+Role states:SendTask/,
    why: 'A call from outside may end a wait well or badly, in each machine that waits.',
  },
  {
    rights: /^ApiapidefaultRole lambda:InvokeFunction /,
    why: 'The default route leads to every function that another key leads to.',
  },
  {
    rights: /^SyncsRenewArgocdTokensRole secretsmanager:GetSecretValue /,
    why: 'Keys under which Argo CD reaches clusters are replaced after weeks.',
  },
  { rights: /^SyncsRevokeEndedGrantsRole events:PutEvents /, why: 'Roles end after an hour at the earliest.' },
  {
    rights: /^SyncsRescueOrdersRole states:(DescribeExecution|ListExecutions) /,
    why: 'Orders with a state machine that has died are made by npm run test:crashes.',
  },
  {
    rights: /^SyncsRescueOrdersRole secretsmanager:DeleteSecret /,
    why: 'Secret answers of an application go when its state machine has died. The integration suite has such an application.',
  },
];

export const reasonFor = (right: string): string | undefined => KEPT.find(({ rights }) => rights.test(right))?.why;
