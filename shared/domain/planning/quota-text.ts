/**
 * A quota of a tenant, in the cloud's own unit: MB for `ram`, GB for `gigabytes`, otherwise a number of objects. A
 * limit of -1 means unlimited.
 */
export type QuotaFigure = { limit: number; used: number };
/**
 * Quotas with the cloud's names: cores, ram, instances, volumes, gigabytes, ports, floating_ips. There are also
 * `volumes_<volume type>` and `gigabytes_<volume type>`.
 */
export type Quotas = Readonly<Record<string, QuotaFigure>>;

/** A request that exceeds a quota. */
export type OverQuota = { resource: string; used?: number; limit?: number; asked?: number };

const unitOf = (resource: string): string => {
  if (resource === 'ram') return ' MB';
  return /^gigabytes(_|$)/.test(resource) ? ' GB' : '';
};

/**
 * The sentence about an exceeded quota. Paddock uses the same sentence for its own check and for an error of the cloud.
 */
export function overQuotaText({ resource, used, limit, asked }: OverQuota): string {
  const unit = unitOf(resource);
  const figures = Object.entries({ used, limit, asked }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}${unit}`],
  );
  const [first = '', ...rest] = figures;
  const list = [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(', ');
  return `"${resource}" quota is over limit.${first === '' ? '' : ` ${list}.`}`;
}

/**
 * Nova's error text, which may be about several quotas: `Quota exceeded for cores, ram: Requested 2, 4096, but already
 * used 20, 512 of 20, 512 cores, ram`.
 */
const NOVA = /Quota exceeded for ([\w, ]+): Requested ([\d, ]+), but already used ([\d, ]+) of ([\d, ]+) [\w, ]+/;
const CINDER_COUNT = /Maximum number of volumes allowed \((\d+)\) exceeded for quota '(\S+)'/;
const CINDER_SIZE = /exceeds allowed (\S+) quota\. Requested (\d+)G, quota is (\d+)G and (\d+)G has been consumed/;
const NEUTRON = /Quota exceeded for resources: \['(\w+)'/;
const NEUTRON_NAMES: Readonly<Record<string, string>> = { port: 'ports', floatingip: 'floating_ips' };

const firstOf = (list: string | undefined): string => list?.split(', ')[0] ?? '';

/**
 * Finds the quota in an error of a cloud, or in the fault of a server. The texts are those of a real OpenStack 2026.2.
 * Undefined if the text is not about a quota.
 */
export function overQuotaIn(text: string): OverQuota | undefined {
  const nova = NOVA.exec(text);
  if (nova) {
    const [asked, used, limit] = [nova[2], nova[3], nova[4]].map((list) => Number(firstOf(list)));
    return { resource: firstOf(nova[1]), ...figures(used, limit, asked) };
  }
  const size = CINDER_SIZE.exec(text);
  if (size) return { resource: size[1] ?? '', ...figures(Number(size[4]), Number(size[3]), Number(size[2])) };
  const count = CINDER_COUNT.exec(text);
  if (count) return { resource: count[2] ?? '', limit: Number(count[1]) };
  const neutron = NEUTRON.exec(text)?.[1];
  return neutron === undefined ? undefined : { resource: NEUTRON_NAMES[neutron] ?? neutron };
}

const figures = (used: number | undefined, limit: number | undefined, asked: number | undefined) => ({
  ...(used !== undefined && { used }),
  ...(limit !== undefined && { limit }),
  ...(asked !== undefined && { asked }),
});
