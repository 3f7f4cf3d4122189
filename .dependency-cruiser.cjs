/** The arrows of docs/architecture.md: a folder may import itself and the folders listed for it, nothing else of ours. */
const ours = '^(client|cli|console|infra|functions|statemachines|relay|shared|test)/';
const only = (folder, allowed = []) => ({
  name: `${folder}-imports-only`,
  severity: 'error',
  from: { path: `^${folder}/`, pathNot: '\\.test\\.ts$' },
  to: { path: ours, pathNot: `^(${[folder, ...allowed].join('|')})(/|\\.ts$)` },
});

/** Of capabilities inside a layer: each may import those before it, none behind it. docs/architecture.md shows the same lists. */
const CAPABILITY_ORDER = require('./test/architecture/capability-order.json');
const noneBehind = ([layer, capabilities]) =>
  capabilities.slice(0, -1).map((capability, index) => ({
    name: `${layer}/${capability} imports nothing behind it`,
    severity: 'error',
    from: { path: `^${layer}/${capability}/`, pathNot: '\\.test\\.ts$' },
    to: { path: `^${layer}/(${capabilities.slice(index + 1).join('|')})/` },
  }));

module.exports = {
  forbidden: [
    ...Object.entries(CAPABILITY_ORDER).flatMap(noneBehind),
    only('shared/domain', ['shared/errors']),
    only('shared/ports', ['shared/domain', 'shared/errors', 'shared/contracts/telemetry']),
    only('shared/contracts', ['shared/domain', 'shared/errors']),
    only('shared/app', [
      'shared/domain',
      'shared/ports',
      'shared/drivers',
      'shared/errors',
      'shared/deadline',
      'shared/contracts/steps',
      'shared/contracts/telemetry',
    ]),
    only('shared/adapters', [
      'shared/domain',
      'shared/ports',
      'shared/errors',
      'shared/deadline',
      'shared/contracts/table',
    ]),
    only('shared/drivers', ['shared/domain', 'shared/ports', 'shared/errors']),
    only('shared'),
    only('client', ['infra/openapi/document']),
    only('cli', ['client']),
    only('console', ['client']),
    only('functions', ['shared']),
    only('relay', ['shared/contracts']),
    only('statemachines', ['shared/contracts', 'shared/domain', 'shared/errors']),
    only('infra', [
      'statemachines',
      'functions/api/api-routes',
      'functions/api/segments',
      'functions/api/tables',
      'shared/contracts',
      'shared/runtime/env',
      'shared/domain/_core/operation',
      'shared/domain/marketplace/order-executions',
      'shared/domain/provider-syncs/sync-jobs',
      'shared/domain/organizations/permission',
      'shared/domain/_core/secret-name',
      'shared/domain/_core/site-settings',
      'shared/domain/reconciliation/healing-policy',
      'shared/domain/_core/values/keyed-values',
      'shared/domain/cluster-api/images/cluster-images',
      'shared/domain/_core/text/nearest-name',
      'shared/domain/_core/text/yaml-text',
      'shared/errors',
    ]),
    {
      name: 'a driver is reached through the registry',
      severity: 'error',
      from: { path: '^(infra|functions|statemachines|shared)/', pathNot: '^shared/drivers/|\\.test\\.ts$' },
      to: {
        path: '^shared/drivers/',
        pathNot: '^shared/drivers/((driver|registry|user-data-input)\\.ts$|load-balancer/)',
      },
    },
    {
      name: 'drivers know nothing of each other',
      severity: 'error',
      from: { path: '^shared/drivers/([^/]+)/' },
      to: { path: '^shared/drivers/[^/]+/', pathNot: '^shared/drivers/($1|cloud-config)/' },
    },
    {
      name: 'run-time code never loads cdk',
      severity: 'error',
      from: { path: '^(shared|functions)/' },
      to: { path: 'node_modules/(aws-cdk-lib|constructs)/' },
    },
    {
      name: 'domain has no I/O',
      severity: 'error',
      from: { path: '^shared/domain/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'secrets of web hooks are opened where deliveries are signed',
      severity: 'error',
      from: { path: '^functions/', pathNot: '^functions/syncs/deliver-hooks/' },
      to: { path: '^shared/app/hooks/deliver-hook', reachable: true },
    },
    {
      name: 'one place speaks HTTP to backends',
      severity: 'error',
      from: { path: '^(shared|functions)/', pathNot: '^shared/adapters/(json-client|backend-agents)' },
      to: { path: 'node_modules/undici/' },
    },
    {
      name: 'the AWS SDK stays in adapters and wiring',
      severity: 'error',
      from: { path: '^(shared|functions)/', pathNot: '^shared/(adapters|runtime)/' },
      to: { path: 'node_modules/@aws-sdk/' },
    },
    { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|cdk\\.out|\\.local)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'] },
  },
};
