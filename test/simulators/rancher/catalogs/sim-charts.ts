import { z } from 'zod';

const texts = z.record(z.string(), z.string());

/**
 * A kind of object that a chart makes, by its plural. Without `namespace`, it is in the release's namespace. An object of
 * the whole cluster has the namespace ''.
 */
const chartObject = z.strictObject({
  group: z.string().default(''),
  resource: z.string(),
  namespace: z.string().optional(),
});
export type ChartObject = z.output<typeof chartObject>;

/** One version of a chart, with the fields of its archive and of its entry in the repository's index. */
export const simChart = z.strictObject({
  name: z.string(),
  version: z.string(),
  appVersion: z.string().default(''),
  description: z.string().default(''),
  icon: z.string().default(''),
  home: z.string().default(''),
  /** A range of Kubernetes versions, such as `>=1.25.0-0 <1.34.0`. */
  kubeVersion: z.string().default(''),
  annotations: texts.default({}),
  values: z.record(z.string(), z.unknown()).default({}),
  /** `questions.yaml`: `{questions: [...]}`. */
  questions: z.record(z.string(), z.unknown()).default({}),
  readme: z.string().default(''),
  appReadme: z.string().default(''),
  /** Names of the deployments that the chart makes. The release's name comes before each of them: `shop-web`. */
  deployments: z.array(z.string()).default([]),
  /**
   * Further kinds that the chart makes. The objects are not simulated: Helm only needs the right to make them.
   */
  makes: z.array(chartObject).default([]),
});
export type SimChart = z.output<typeof simChart>;

/** The charts of a repository, in the order of Helm's index: the newest version of each chart first. */
export type ChartRepository = { charts: SimChart[] };

const chart = (given: z.input<typeof simChart>): SimChart => simChart.parse(given);

const LONGHORN = {
  home: 'https://github.com/longhorn/longhorn',
  description: 'Longhorn is a distributed block storage system for Kubernetes.',
};
/** A chart of Rancher whose custom resource definitions are in a second chart. */
function withDefinitions(version: string, appVersion: string, kubeVersion: string): SimChart[] {
  const annotations = {
    'catalog.cattle.io/namespace': 'longhorn-system',
    'catalog.cattle.io/release-name': 'longhorn',
    'catalog.cattle.io/auto-install': 'longhorn-crd=match',
    'catalog.cattle.io/kube-version': kubeVersion,
  };
  const hidden = { 'catalog.cattle.io/hidden': 'true', 'catalog.cattle.io/release-name': 'longhorn-crd' };
  return [
    chart({ ...LONGHORN, name: 'longhorn', version, appVersion, annotations, deployments: ['ui', 'driver-deployer'] }),
    chart({
      ...{ name: 'longhorn-crd', version, appVersion, description: 'Installs the CRDs for longhorn.' },
      annotations: { ...hidden, 'catalog.cattle.io/namespace': 'longhorn-system' },
      makes: [{ group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions', namespace: '' }],
    }),
  ];
}

const SHOP_QUESTIONS = {
  questions: [
    { variable: 'hostname', label: 'Host name', type: 'hostname', required: true, group: 'General' },
    { variable: 'edition', label: 'Edition', type: 'enum', options: ['small', 'large'], default: 'small' },
    { variable: 'replicas', label: 'Replicas', type: 'int', min: 1, max: 5, default: 1 },
    {
      ...{ variable: 'database.enabled', label: 'Database', type: 'boolean', default: false },
      show_subquestion_if: true,
      subquestions: [
        { variable: 'database.password', label: 'Password', type: 'password', required: true, min_length: 8 },
      ],
    },
  ],
};
const shop = (version: string): SimChart =>
  chart({
    ...{ name: 'shop', version, appVersion: version, description: 'A shop.', deployments: ['web'] },
    ...{ icon: 'https://charts.example.org/shop.svg', home: 'https://shop.example.org/' },
    values: { replicas: 1, edition: 'small', database: { enabled: false } },
    questions: SHOP_QUESTIONS,
    ...{ readme: `# Shop ${version}\n`, appReadme: 'Sells things.\n' },
  });
const blog = chart({ name: 'blog', version: '3.1.0', description: 'A blog.', deployments: ['blog'] });

/** The built-in chart repositories, by address. */
export const KNOWN_REPOSITORIES: Readonly<Record<string, ChartRepository>> = {
  'https://git.rancher.io/charts': {
    charts: [
      ...withDefinitions('107.1.0+up1.9.1', 'v1.9.1', '>=1.32.0-0'),
      ...withDefinitions('106.2.0+up1.8.1', 'v1.8.1', '>=1.25.0-0 <1.32.0-0'),
    ],
  },
  'https://git.rancher.io/partner-charts': { charts: [] },
  'https://git.rancher.io/rke2-charts': { charts: [] },
  'https://charts.example.org/': { charts: [shop('1.1.0'), shop('1.0.0'), blog] },
};
