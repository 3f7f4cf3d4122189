/** Backends without delays, so that the figures show only the time in which an order is checked and accepted. */
export const NO_DELAYS = {
  openstack: { serverBuild: 0, serverDelete: 0, volumeCreate: 0, volumeDelete: 0 },
  rancher: { pace: 0 },
};
