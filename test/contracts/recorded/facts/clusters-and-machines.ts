import type { Facts } from './sentence.ts';

/** Facts about clusters and machines, from the creation of a cluster to its upgrade. */
export const CLUSTERS_AND_MACHINES: Facts = {
  13: [
    {
      says: 'a taken name is 409, no namespace and a bad name 422, an unknown namespace 404',
      shown: [285, 286, 291, 294],
    },
    { says: 'the webhook refuses long names, `local` and `c-xxxxx`', shown: [287, 288, 289] },
    { says: 'without a name there is a generated one', shown: [415] },
    { says: 'unknown releases are taken, unknown fields dropped, wrong types 500', shown: [416, 292, 293] },
    { says: 'who may not finds no such kind', shown: [433, 434, 435] },
  ],
  14: [
    { says: 'a new cluster says that it is active, then that it waits, while its parts are made', shown: [[305, 323]] },
    {
      says: 'ready it is by its conditions only',
      shown: [324, 325, 'a new one is never taken for active, though Rancher calls it so for seconds'],
    },
  ],
  15: [{ says: 'the conditions of both objects, before and after it is connected', shown: [324, 325, 524, 525] }],
  16: [
    { says: 'before it connects quantities are "0", there is no driver and no version', shown: [318, 325, 480] },
    { says: 'two actions; labels are those of the provisioning object, and a hash', shown: [325, 341] },
  ],
  17: [
    { says: 'another name and description are put back at once', shown: [[334, 336]] },
    {
      says: 'so is the shown name in the annotation',
      shown: ['the shown name that is written into a provisioning object is put back'],
    },
    { says: 'a bad name is 422', shown: [337] },
  ],
  18: [{ says: 'the creator owns the cluster and its projects', shown: [330, 764] }],
  19: [
    {
      says: 'after thirty days a registration token has another value; the old one works three hours more',
      shown: [
        'a registration token keeps its id and gets another value after thirty days; the old one works three hours more',
        'a registration token keeps its value for 30 days',
      ],
    },
    { says: 'its end, and the secret that holds the value', shown: [445, 446] },
  ],
  20: [
    { says: 'it is made without a value, which follows; labels stay', shown: [443, 444, 445] },
    { says: 'no cluster is 422, an unknown one 404', shown: [451, 452] },
    {
      says: 'a second DELETE at once is 200 again',
      leftOut: 'Recorded otherwise: 204 and then 404 (455, 456), since no controller had marked that token as yet.',
    },
  ],
  21: [{ says: "the machines' command", shown: [445, 'the command for nodes $does'] }],
  22: [
    {
      says: 'a machine is answered where its plan is, the same one each time',
      shown: [
        'who asks without an id is refused, who asks twice is one machine, and the answer opens its own plan only',
        'a machine that asks again with the same id is the same machine',
      ],
    },
    { says: 'a bad token is 500, no id 401', shown: [459, 461, 462, 463] },
    {
      says: 'its key opens that plan and no list',
      shown: ['a machine’s access to its plan is no key, and ends with its cluster'],
    },
    {
      says: 'the first answer takes two seconds',
      leftOut: 'The simulator answers at once: nothing that asks depends on the time.',
    },
  ],
  23: [
    {
      says: 'a machine is one of Cluster API at once, and a v3 node once its kubelet runs',
      shown: [
        [483, 491],
        506,
        526,
        527,
        'a machine that registers is a machine of Cluster API at once, and a v3 node only when its kubelet is up',
      ],
    },
  ],
  24: [
    {
      says: 'what a cluster of one machine says on its way to active, and that it is unavailable shortly before',
      shown: [[481, 523]],
    },
  ],
  25: [
    {
      says: 'a deleted v3 node comes back under another id, and its machine stays',
      shown: [
        [631, 637],
        [639, 641],
        'a v3 node that was deleted is there again under another id, and its machine stayed',
      ],
    },
    { says: 'deleting the machine is what removes it', shown: [[642, 656]] },
  ],
  26: [
    {
      says: 'a node with all roles is drained, also twice, and then takes workloads again',
      shown: [
        [593, 600],
        [604, 612],
      ],
    },
    { says: 'the actions that it has meanwhile', shown: [597, 604, 612] },
  ],
  27: [
    {
      says: 'what an upgraded cluster says, and the order of its machines',
      shown: [
        'the planner waits %s',
        'a new release comes to servers one at a time, then to agents; each is drained, restarted and takes workloads again',
      ],
    },
  ],
};
