import type { Fault } from '#test/contracts/start-simulator';

type Refusal = Pick<Fault, 'status' | 'body'>;
const neutron = (resource: string): Refusal => ({
  status: 409,
  body: { NeutronError: { type: 'OverQuota', message: `Quota exceeded for resources: ['${resource}'].`, detail: '' } },
});

/**
 * How each service refuses a request that exceeds a quota: Nova with 403, Neutron with 409, Cinder with 413. The status
 * codes and texts are those of a real OpenStack 2026.2.
 */
const QUOTAS: readonly [request: RegExp, refusal: Refusal][] = [
  [
    /^POST \/compute\/.*\/servers$/,
    {
      status: 403,
      body: {
        forbidden: {
          code: 403,
          message: 'Quota exceeded for instances: Requested 1, but already used 10 of 10 instances',
        },
      },
    },
  ],
  [
    /^POST \/compute\/.*\/os-server-groups$/,
    { status: 403, body: { forbidden: { code: 403, message: 'Quota exceeded, too many server groups.' } } },
  ],
  [/^POST \/network\/.*\/networks$/, neutron('network')],
  [/^POST \/network\/.*\/subnets$/, neutron('subnet')],
  [/^POST \/network\/.*\/routers$/, neutron('router')],
  [/^POST \/network\/.*\/ports$/, neutron('port')],
  [/^POST \/network\/.*\/floatingips$/, neutron('floatingip')],
  [/^POST \/network\/.*\/security-groups$/, neutron('security_group')],
  [/^POST \/network\/.*\/security-group-rules$/, neutron('security_group_rule')],
  [
    /^POST \/volume\/.*\/volumes$/,
    {
      status: 413,
      body: {
        overLimit: {
          code: 413,
          message: "VolumeLimitExceeded: Maximum number of volumes allowed (10) exceeded for quota 'volumes'.",
        },
      },
    },
  ],
];

/** The service's refusal when a project's quota does not allow the request. Undefined if no quota applies. */
export const quotaRefusal = ({ method, route }: { method: string; route: string }): Refusal | undefined =>
  QUOTAS.find(([request]) => request.test(`${method} ${route}`))?.[1];
