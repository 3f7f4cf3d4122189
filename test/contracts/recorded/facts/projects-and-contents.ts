import type { Facts } from './sentence.ts';

/** Facts about projects, roles, users, the contents of clusters, and deletions. */
export const PROJECTS_AND_CONTENTS: Facts = {
  28: [
    { says: 'a project is active, configured, and active', shown: [[710, 714]] },
    { says: 'the same name twice is two, an unknown cluster 404', shown: [715, 717] },
    { says: 'one quota without the other, or with other keys, is 422', shown: [720, 721, 723, 730] },
    { says: 'more for a namespace than for the project is 422, no quantity 500', shown: [722, 724] },
    { says: 'unknown keys are dropped, extended ones kept', shown: [725, 727] },
    { says: 'answers have `type` and what is used', shown: [726, 731, 845] },
    { says: 'the System project stays', shown: [740] },
    { says: 'a deleted one is gone at once, its bindings later', shown: [741, 743, [803, 807]] },
  ],
  29: [
    { says: "a binding's id begins with the namespace of its project", shown: [745, 762] },
    {
      says: 'an unknown project is 500, and so is a new one for a moment',
      shown: [751, 'a role in a project that was made just now is refused, and taken a moment later'],
    },
  ],
  30: [
    { says: 'the same role for the same subject is 409', shown: [746, 779] },
    {
      says: 'also while the first is going',
      shown: ['one that was taken away a moment ago can be given again as soon as it is gone'],
    },
    { says: 'a given name is ignored or refused', leftOut: 'Recorded otherwise: it is the name (759).' },
    {
      says: 'an unknown role is 500, an unknown cluster 404, a role of the other context 422',
      shown: [749, 782, 784, 750, 783],
    },
    { says: 'one subject, no more and no less', shown: [747, 748, 780, 781] },
    { says: 'an unknown user is taken by id and 500 by principal', shown: [755, 787, 757] },
    { says: 'a DELETE is 200, again at once, then 404', shown: [[797, 800]] },
    { says: 'all filters apply, unknown fields are ignored', shown: [765, 766, 767, 794] },
    { says: 'the principal follows; a PUT changes no role', shown: [763, 771, 795] },
  ],
  31: [
    { says: 'forty role templates, some hidden; `admin`, `edit` and `view` are of projects', shown: [691, 694, 696] },
  ],
  32: [{ says: 'of global roles the same twice is two; what is refused and what is not', shown: [[674, 679]] }],
  33: [
    { says: 'a user has no name unless it is given, and keeps the case of the user name', shown: [658, 667, 668, 669] },
    { says: 'taken names and bad passwords are refused', shown: [[659, 662]] },
    {
      says: 'a deleted one is listed a moment longer; the bindings and keys go with the user',
      shown: [[809, 814], 'a deleted user’s keys and bindings are deleted, too'],
    },
    { says: 'a PUT merges', shown: [671] },
  ],
  34: [
    {
      says: 'the provider of Keycloak has a type and actions of its own',
      shown: ['the provider of Keycloak is there, off, and can be tested and applied'],
    },
    { says: 'five fields are required', shown: ['a test of it without %s is refused by that name'] },
    {
      says: 'what its actions answer',
      shown: [
        'a test of it answers where to sign in',
        'what is off cannot be turned off, and what asks a Keycloak is not simulated',
      ],
    },
  ],
  35: [
    { says: 'what importYaml answers, with the warnings of kubectl', shown: [545, [865, 867], 878] },
    { says: 'refusals name a file; nothing to apply is one', shown: [871, 872, 873, 882] },
    { says: 'a cluster that is not connected is 400', shown: [476] },
    { says: 'the project in the body is that of the namespaces', shown: [878, 890] },
  ],
  36: [
    { says: 'without a connection namespaces are 503, of an unknown cluster too', shown: [474, 385] },
    { says: 'system namespaces are in the System project, `default` in Default', shown: [816, 817, 820] },
  ],
  37: [
    { says: 'a namespace in a project with a quota gets its own, and the project counts it', shown: [[842, 854]] },
    {
      says: 'one too many by another door is made without one',
      shown: ['a namespace made by another door may be too much: it is there, and its quota is not'],
    },
  ],
  38: [
    {
      says: "a project's cluster roles come a moment later",
      shown: ['counts stay the same as long as nothing comes or goes, and a new project is seen by its cluster roles'],
    },
    { says: '`type` is inside the limit of a quota', shown: [845, 847] },
    {
      says: 'counts show a summary and namespaces',
      shown: ['counts inside a cluster show a summary and namespaces for each type, without a revision'],
    },
  ],
  39: [
    { says: 'in which order a cluster without machines goes', shown: [[358, 385]] },
    {
      says: 'deleted at once it is gone with the answer, the v3 cluster later',
      shown: [[387, 390], 'a cluster that is deleted right after its creation goes with all of it'],
    },
    {
      says: 'the v3 cluster takes the other one with it',
      shown: [405, [409, 413], 'a v3 cluster that is deleted later takes its order with it'],
    },
    {
      says: 'a second after its creation it comes back for good',
      shown: ['a v3 cluster that is deleted a second after its creation is there again under its id, for good'],
    },
    {
      says: 'the name is free at once',
      shown: ['a name is free as soon as its object is gone, and the new cluster has another id'],
    },
  ],
  40: [
    { says: 'keys stay when their cluster goes', shown: ['keys that were made for a cluster outlive it'] },
    {
      says: 'the agent of a machine is refused then',
      shown: ['a machine’s access to its plan is no key, and ends with its cluster'],
    },
  ],
};
