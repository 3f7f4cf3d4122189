import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** The schema of a text that Neutron checks. The message for an invalid text is Neutron's own. */
const checked = (passes: (text: string) => boolean, what: string) =>
  z.string().refine(passes, { error: ({ input }) => `'${input}' is not ${what}` });

const UUID = /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;
const isMac = (text: string): boolean => /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i.test(text) && !/^(ff:){5}ff$/i.test(text);

export const uuid = checked((text) => UUID.test(text), 'a valid UUID');
export const macAddress = checked(isMac, 'a valid MAC address');
export const ipAddress = checked((text) => ipaddr.isValid(text) && /[.:].*[.:]/.test(text), 'a valid IP address');
/** A network's address, without host bits. */
export const cidr = checked(isNetwork, 'a valid CIDR');

/** A boolean, which clients may also send as a word. */
export const flag = z.union([
  z.boolean(),
  z
    .string()
    .regex(/^(true|false|0|1)$/i)
    .transform((word) => /^(true|1)$/i.test(word)),
]);

const hostRoute = z.strictObject({ destination: cidr, nexthop: ipAddress });

export const hostRoutes = z.array(hostRoute).superRefine((routes, problems) => {
  const texts = routes.map(({ destination, nexthop }) => `{'destination': '${destination}', 'nexthop': '${nexthop}'}`);
  const twice = texts.find((text, at) => texts.indexOf(text) < at);
  if (twice !== undefined) problems.addIssue({ code: 'custom', message: `Duplicate hostroute '${twice}'` });
});

function isNetwork(text: string): boolean {
  if (!ipaddr.isValidCIDR(text) || !/[.:].*[.:]/.test(text)) return false;
  const [address, length] = ipaddr.parseCIDR(text);
  const network =
    address.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(`${address}/${length}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${address}/${length}`);
  return network.toString() === address.toString();
}
