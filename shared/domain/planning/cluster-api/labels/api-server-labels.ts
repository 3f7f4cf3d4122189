import { boolean, claim, httpsUrl, integer, listOf, prefix } from './label-kinds.ts';
import { withDefault, withoutDefault } from './label-rule.ts';

/** All labels of the API server become its arguments, or names in its certificate. */
const rolls = (effect: string) => ({ effect, change: 'rolls-control-plane' as const, gives: 'components' as const });
/** Labels that decide whose tokens the Kubernetes API accepts, and as whom. */
const signsIn = (effect: string) => ({ ...rolls(effect), gives: 'people' as const });
const cipherSuites = listOf('cipher suites', /^TLS_[A-Z0-9_]{1,100}$/);
const MAX_DAYS = 3650;
const MAX_FILES = 1000;
const MAX_MEGABYTES = 10_240;

const API_CIPHERS = [
  'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256',
  'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256',
  'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384',
  'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384',
  'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305',
  'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305',
];
const KUBELET_CIPHERS = [
  'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256',
  'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384',
  'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305',
];

/** Labels about the Kubernetes API: sign-in, encryption and the audit log. */
export const API_SERVER_LABELS = {
  api_server_cert_sans: withoutDefault(
    listOf('DNS names or IP addresses', /^[a-z0-9.:*-]{1,253}$/i),
    'only the addresses of the load balancer',
    rolls('Further names and addresses in the certificate of the Kubernetes API.'),
  ),
  api_server_tls_cipher_suites: withDefault(
    cipherSuites,
    API_CIPHERS,
    rolls('The cipher suites that the Kubernetes API accepts.'),
  ),
  kubelet_tls_cipher_suites: withDefault(cipherSuites, KUBELET_CIPHERS, {
    effect: 'The cipher suites that kubelets accept.',
    change: 'rolls-all',
    gives: 'components',
  }),
  admission_control_list: withoutDefault(
    listOf('names of admission plugins', /^[A-Z][A-Za-z0-9]{1,100}$/),
    'only `NodeRestriction`',
    rolls('Admission plugins besides `NodeRestriction` and those that Kubernetes always has.'),
  ),
  audit_log_enabled: withDefault(boolean, false, rolls('Makes the Kubernetes API write an audit log.')),
  audit_log_max_age: withDefault(
    integer(1, MAX_DAYS),
    30,
    rolls('After how many days a file of the audit log is deleted.'),
  ),
  audit_log_max_backup: withDefault(integer(1, MAX_FILES), 10, rolls('How many old files of the audit log are kept.')),
  audit_log_max_size: withDefault(
    integer(1, MAX_MEGABYTES, 'MB'),
    100,
    rolls('The size at which a new file of the audit log begins.'),
  ),
  oidc_issuer_url: withoutDefault(
    httpsUrl,
    'no sign-in with OpenID Connect',
    signsIn('The issuer whose tokens the Kubernetes API accepts.'),
  ),
  oidc_client_id: withoutDefault(
    prefix,
    'no sign-in with OpenID Connect',
    signsIn('The client for which the issuer must have made a token.'),
  ),
  oidc_username_claim: withDefault(claim, 'sub', signsIn('The claim of a token that becomes the user name.')),
  oidc_username_prefix: withDefault(
    prefix,
    '-',
    signsIn('Is put before user names, so that they differ from others. `-` puts nothing before them.'),
  ),
  oidc_groups_claim: withoutDefault(
    claim,
    'tokens give no groups',
    signsIn('The claim of a token that becomes the list of groups.'),
  ),
  oidc_groups_prefix: withoutDefault(
    prefix,
    'nothing is put before groups',
    signsIn('Is put before names of groups, so that they differ from others.'),
  ),
  // Magnum's default is true. Paddock does not install Keystone's webhook yet, so it refuses an order with `true`.
  keystone_auth_enabled: withDefault(
    boolean,
    false,
    signsIn('Lets users sign in with tokens of Keystone. Not supported yet: an order with `true` is refused.'),
  ),
} as const;
