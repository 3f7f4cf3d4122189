const SECRET =
  /token|password|passwd|secret|credential|kubeconfig|private|api_?key|access_?key|certificate$|ca_certs|user_data/i;
/** Fields with free text in which users may have written a secret. */
const FREE = /^(additional_manifest|chart_values|machine_global_config|http_proxy|https_proxy|annotations)$/;
/** Matches texts that look like a key of Paddock or Rancher, a JWT or a PEM block. */
const LOOKS_SECRET =
  /[0-9a-f]{32}[\w-]{43}|token-\w+:\w{20,}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*|-----BEGIN [A-Z ]+-----[\s\S]*?(-----END [A-Z ]+-----|$)/g;
/** Matches user names and passwords in URLs. */
const USER_OF_ADDRESS = /(\w+:\/\/)[^/\s@]+@/g;

const REMOVED = '(removed)';

/**
 * Returns a copy without values that may be secrets. Empty values stay, because an empty value can be the reason of a
 * problem.
 */
export function redacted(value: unknown, name = ''): unknown {
  if (value === null || value === '' || typeof value === 'boolean') return value;
  if (SECRET.test(name) || FREE.test(name)) return REMOVED;
  if (typeof value === 'string') return value.replace(LOOKS_SECRET, REMOVED).replace(USER_OF_ADDRESS, `$1${REMOVED}@`);
  if (Array.isArray(value)) return value.map((item) => redacted(item));
  if (typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([field, item]) => [field, redacted(item, field)]));
}
