import { randomUUID } from 'node:crypto';
import { caCertificate } from './ca-certificate.ts';
import type { RancherContext } from './rancher-context.ts';

/** Where a setting's value comes from; one that the environment sets is not changed through the API. */
export type SettingSource = 'default' | 'db' | 'env';
export interface Setting {
  name: string;
  value: string;
  default: string;
  source: SettingSource;
}

/** Rancher's own with their defaults, all of them text; `server-url` is set by whoever starts it. */
const DEFAULTS: Record<string, string> = {
  'auth-token-max-ttl-minutes': '129600',
  'auth-user-session-ttl-minutes': '960',
  'crt-default-ttl-minutes': '43200',
  'delete-machine-on-failure-after': '0s',
  'kubeconfig-default-token-ttl-minutes': '43200',
  'kubeconfig-generate-token': 'true',
  'password-min-length': '12',
  'first-login': 'true',
  'agent-tls-mode': 'strict',
  'ui-banner-footer': '',
  'ui-banner-header': '',
  'ui-banner-login-consent': '',
  'ui-banners': '{}',
  'ui-brand': '',
  'ui-favicon': '',
  'ui-link-color': '',
  'ui-login-background-dark': '',
  'ui-login-background-light': '',
  'ui-pl': 'rancher',
  'ui-primary-color': '',
};
/** What Rancher writes into its own database when it starts. */
const WRITTEN: Record<string, string> = {
  ...{ cacerts: caCertificate, 'rke2-default-version': '1.35.6+rke2r1' },
  // It belongs to the installation: a reset leaves it.
  'install-uuid': randomUUID(),
};

/** Those that everybody reads before logging in. */
export const PUBLIC_SETTINGS = Object.keys(DEFAULTS).filter((name) => name.startsWith('ui-') || name === 'first-login');

type Changed = Pick<RancherContext, 'settings' | 'release' | 'serverUrl'>;
const FROM_ENVIRONMENT = ['server-url', 'server-version'];

export const settingNames = ({ settings }: Pick<Changed, 'settings'>): string[] =>
  [...new Set([DEFAULTS, WRITTEN].flatMap(Object.keys).concat(FROM_ENVIRONMENT, [...settings.keys()]))].sort();

/** A setting as it is now; an empty text that was put is its default again. */
export function settingOf({ settings, release, serverUrl }: Changed, name: string): Setting | undefined {
  if (name === 'server-version') return { name, value: release.version, default: 'dev', source: 'env' };
  if (name === 'server-url') return { name, value: serverUrl, default: '', source: 'env' };
  const written = settings.get(name) || WRITTEN[name];
  if (written) return { name, value: written, default: DEFAULTS[name] ?? '', source: 'db' };
  const preset = DEFAULTS[name];
  return preset === undefined ? undefined : { name, value: preset, default: preset, source: 'default' };
}
